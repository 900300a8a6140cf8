import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { join, mkdir, process } from '../../node';

/** Pictures of the last run; `npm run screenshots` puts them to where the README shows them. */
const PICTURES = join(process.cwd(), 'test', 'e2e', 'pictures');

const PATIENCE_MS = 20_000;

/** n8n's editor, as its user sees it. */
export class Editor {
	constructor(
		private readonly page: Page,
		private readonly url: string,
	) {
		page.setDefaultTimeout(PATIENCE_MS);
	}

	async openNewWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.byId('canvas-plus-button').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.byId('canvas-node').first().waitFor();
	}

	/** Searches the nodes panel, and gives what it finds once that has the name. */
	async searchNodes(text: string, name: string): Promise<string[]> {
		const bar = this.byId('node-creator-search-bar');
		if (!(await bar.isVisible())) await this.byId('canvas-plus-button').click();
		await bar.fill(text);
		const found = this.byId('item-iterator-item');
		await found.filter({ hasText: name }).first().waitFor();
		return await found.allInnerTexts();
	}

	/** Opens what the panel found, and gives the triggers and actions that it offers. */
	async openFound(name: string): Promise<string[]> {
		await this.byId('item-iterator-item').filter({ hasText: name }).first().click();
		await this.page.getByText(/^Actions \(\d+\)$/).click();
		return await this.byId('item-iterator-item').allInnerTexts();
	}

	/** Drags an action from the panel onto the canvas, which opens its form. */
	async dragIn(action: string): Promise<void> {
		const exactly = new RegExp(`^\\s*${action}\\s*$`);
		const from = await this.byId('item-iterator-item').filter({ hasText: exactly }).boundingBox();
		if (!from) throw new Error(`The panel does not show ${action}`);
		const { mouse } = this.page;
		await mouse.move(from.x + from.width / 2, from.y + from.height / 2);
		await mouse.down();
		await mouse.move(700, 600, { steps: 10 });
		await mouse.move(620, 560, { steps: 5 });
		await mouse.up();
		await this.byId('ndv').waitFor();
	}

	async openNode(name: string): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.byId('ndv').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.byId('ndv-close-button').click();
		await this.byId('ndv').waitFor({ state: 'hidden' });
	}

	/** Chooses from a list of options by the option's name. */
	async choose(parameter: string, option: string): Promise<void> {
		await this.byId(`parameter-input-${parameter}`).click();
		const options = this.byId('parameter-input-item').filter({ visible: true });
		await options
			.filter({ hasText: new RegExp(`^\\s*${option}\\s*(\\n|$)`) })
			.or(options.filter({ has: this.page.getByText(option, { exact: true }) }))
			.first()
			.click();
	}

	async fill(parameter: string, text: string): Promise<void> {
		await this.byId(`parameter-input-${parameter}`).locator('input, textarea').first().fill(text);
	}

	/** Adds one of the optional fields of a collection. */
	async addTo(placeholder: string, option: string): Promise<void> {
		await this.form.getByPlaceholder(placeholder, { exact: true }).click();
		const options = this.byId('collection-parameter-option').filter({ visible: true });
		await options.getByText(option, { exact: true }).click();
	}

	async addRow(buttonText: string): Promise<void> {
		await this.form.getByText(buttonText, { exact: true }).click();
	}

	/** Labels of the fields that the form shows, in their order. */
	async shownFields(): Promise<string[]> {
		const labels = this.form.getByTestId('input-label').filter({ visible: true });
		// Below the name stand the buttons that a pointer over the field brings up.
		return (await labels.allInnerTexts()).map((text) => text.split('\n', 1).join());
	}

	/** What the searchable list of a field offers for this text. */
	async searchList(parameter: string, text: string): Promise<string[]> {
		await this.byId(`resource-locator-${parameter}`).getByTestId('rlc-input').click();
		await this.byId('rlc-item').first().waitFor();
		if (text !== '') {
			await this.byId('rlc-search').fill(text);
			await this.page.waitForTimeout(1_500);
		}
		return await this.byId('rlc-item').allInnerTexts();
	}

	async pickFromList(text: string): Promise<void> {
		await this.byId('rlc-item').filter({ hasText: text }).first().click();
	}

	/** Opens the dialog of the node's credential, and gives what its test says. */
	async testCredential(): Promise<string> {
		await this.byId('credential-edit-button').click();
		const verdict = this.page.getByText(/Connection tested successfully|Couldn.t connect/);
		await verdict.waitFor();
		return await verdict.innerText();
	}

	async closeDialog(): Promise<void> {
		await this.page.keyboard.press('Escape');
	}

	async runWorkflow(): Promise<void> {
		await this.byId('execute-workflow-button').click();
		await this.page
			.getByText(/Workflow executed|Problem in node/)
			.first()
			.waitFor();
	}

	/** "Execute step", or "Fetch Test Event" of a trigger. */
	async runNode(): Promise<void> {
		await this.byId('node-execute-button').click();
		await this.output.getByTestId('ndv-data-container').waitFor();
	}

	/** The cells of the node's output, row by row. */
	async outputTable(): Promise<string[][]> {
		await this.output.getByTestId('radio-button-table').click();
		const rows = this.output.locator('table tr');
		await rows.nth(1).waitFor();
		return await rows.evaluateAll((found) =>
			found.map((row) =>
				[...row.querySelectorAll('th, td')].map((cell) => cell.textContent.trim()),
			),
		);
	}

	/** Shows the items of another output of the node. */
	async openOutput(name: RegExp): Promise<void> {
		await this.output.getByText(name).click();
	}

	/** What n8n shows above the output of the node. */
	async hint(): Promise<string> {
		return await this.output.getByTestId('node-hint').first().innerText();
	}

	async takePicture(name: string): Promise<void> {
		await mkdir(PICTURES, { recursive: true });
		await this.page.mouse.move(0, 0);
		const shot = await this.page.screenshot({ animations: 'disabled' });
		const png = sharp(shot).png({ palette: true, compressionLevel: 9, effort: 10 });
		await png.toFile(join(PICTURES, `${name}.png`));
	}

	private get form(): Locator {
		return this.byId('node-parameters');
	}

	private get output(): Locator {
		return this.byId('output-panel');
	}

	private byId(id: string): Locator {
		return this.page.getByTestId(id);
	}
}
