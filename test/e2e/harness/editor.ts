import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { join, mkdir, process } from '../../node';
import { NodeForm } from './nodeForm';

/** Pictures of the last run. pictures.ts copies them to docs/pictures. */
export const PICTURES = join(process.cwd(), 'test', 'e2e', 'pictures');

const TIMEOUT_MS = 60_000;

const PAGE_HEIGHT = 900;

/** The parts that a picture can be cropped to, each with the page width that shows all of it, in pixels. */
const PARTS = {
	form: { selector: '[data-test-id=node-parameters]', pageWidth: 1440, margin: 0 },
	nodes: { selector: '[data-test-id=canvas-node]', pageWidth: 1440, margin: 48 },
	output: { selector: '[data-test-id=output-panel]', pageWidth: 2400, margin: 0 },
	rows: { selector: '.ag-root', pageWidth: 1160, margin: 0 },
};

export type PicturePart = keyof typeof PARTS;

type Area = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** Operates n8n's editor as a person does. */
export class Editor {
	/** The form of the open node. */
	readonly form: NodeForm;

	constructor(
		private readonly page: Page,
		private readonly url: string,
	) {
		page.setDefaultTimeout(TIMEOUT_MS);
		this.form = new NodeForm(page);
	}

	async openNewWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.byId('canvas-plus-button').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.byId('canvas-node').first().waitFor();
	}

	/** Searches the nodes panel and returns the results as soon as they contain this name. */
	async searchNodes(text: string, name: string): Promise<string[]> {
		const bar = this.byId('node-creator-search-bar');
		if (!(await bar.isVisible())) await this.byId('canvas-plus-button').click();
		const found = this.byId('item-iterator-item');
		const wanted = found.filter({ hasText: name }).first();
		// Otherwise the results of the previous search could be returned.
		await bar.fill('');
		await wanted.waitFor({ state: 'detached' });
		await bar.fill(text);
		await wanted.waitFor();
		return await found.allInnerTexts();
	}

	/** Opens a search result and returns the triggers and actions that it offers. */
	async openFound(name: string): Promise<string[]> {
		await this.byId('item-iterator-item').filter({ hasText: name }).first().click();
		await this.page.getByText(/^Actions \(\d+\)$/).click();
		return await this.byId('item-iterator-item').allInnerTexts();
	}

	/** Drags an action from the panel to the canvas, which opens its form. */
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

	/** How much of each note needs scrolling, in pixels. */
	async hiddenOfNotes(count: number): Promise<number[]> {
		const notes = this.byId('sticky');
		await notes.nth(count - 1).waitFor();
		return await notes.evaluateAll((found) =>
			found.map((note) => {
				const { scrollHeight = 0, clientHeight = 0 } = note.firstElementChild ?? {};
				return scrollHeight - clientHeight;
			}),
		);
	}

	/** The names of a node's outputs on the canvas. n8n shows no name if there is only one output. */
	async outputsOf(name: string): Promise<string[]> {
		const handles = this.byId('canvas-node-output-handle');
		const own = handles.and(this.page.locator(`[data-node-name="${name}"]`));
		return (await own.allInnerTexts()).map((text) => text.trim());
	}

	async openNode(name: string): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.byId('ndv').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.byId('ndv-close-button').click();
		await this.byId('ndv').waitFor({ state: 'hidden' });
	}

	/** Opens the credential of the node and returns the result of its test. */
	async testCredential(): Promise<string> {
		await this.byId('credential-edit-button').click();
		const tested = this.page.getByText(/Connection tested successfully|Couldn.t connect/);
		await tested.waitFor();
		return await tested.innerText();
	}

	async closeDialog(): Promise<void> {
		await this.page.keyboard.press('Escape');
	}

	async runWorkflow(): Promise<void> {
		await this.byId('execute-workflow-button').click();
		const notice = this.page.locator('.el-notification');
		await notice
			.filter({ hasText: /Workflow executed|Problem in node/ })
			.first()
			.waitFor();
	}

	/** Clicks "Execute step", or "Fetch Test Event" of a trigger. */
	async runNode(): Promise<void> {
		await this.byId('node-execute-button').click();
		await this.output.getByTestId('ndv-data-container').waitFor();
	}

	/** n8n's preview of the input fields before the first run. */
	async previewOfInput(): Promise<string[]> {
		const input = this.byId('ndv-input-panel');
		await input.getByText('Preview', { exact: true }).waitFor();
		return await input.getByTestId('run-data-schema-item').allInnerTexts();
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

	/** Switches to another output of the node. */
	async openOutput(name: RegExp): Promise<void> {
		await this.output.getByText(name).click();
	}

	/** The hint that n8n shows above the output of the node. */
	async hint(): Promise<string> {
		return await this.output.getByTestId('node-hint').first().innerText();
	}

	/** @param part what the picture shows; default: the whole page */
	async takePicture(name: string, part?: PicturePart): Promise<void> {
		await mkdir(PICTURES, { recursive: true });
		await this.page.mouse.move(0, 0);
		// n8n's notifications cover the page for some seconds.
		await this.page.locator('.el-notification').first().waitFor({ state: 'hidden' });
		const size = this.page.viewportSize();
		const clip = part && (await this.areaOf(part));
		const shot = await this.page.screenshot({ animations: 'disabled', clip });
		if (size) await this.page.setViewportSize(size);
		const png = sharp(shot).png({ palette: true, compressionLevel: 9, effort: 10 });
		await png.toFile(join(PICTURES, `${name}.png`));
	}

	private async areaOf(part: PicturePart): Promise<Area> {
		const { selector, pageWidth, margin } = PARTS[part];
		await this.page.setViewportSize({ width: pageWidth, height: PAGE_HEIGHT });
		const found = await Promise.all(
			(await this.page.locator(selector).all()).map(async (each) => await each.boundingBox()),
		);
		const areas = found.filter((area) => area !== null);
		if (areas.length === 0) throw new Error(`The ${part} is not shown`);
		const x = Math.min(...areas.map((area) => area.x)) - margin;
		const y = Math.min(...areas.map((area) => area.y)) - margin;
		const right = Math.max(...areas.map((area) => area.x + area.width)) + margin;
		const bottom = Math.max(...areas.map((area) => area.y + area.height)) + margin;
		return { x, y, width: right - x, height: Math.min(bottom, PAGE_HEIGHT) - y };
	}

	private get output(): Locator {
		return this.byId('output-panel');
	}

	private byId(id: string): Locator {
		return this.page.getByTestId(id);
	}
}
