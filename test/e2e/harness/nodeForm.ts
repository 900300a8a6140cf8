import type { Locator, Page } from 'playwright-core';

/** The form of the open node. If several fields have the same name, as in rows, methods use the last. */
export class NodeForm {
	constructor(private readonly page: Page) {}

	/** Chooses an option by its name. */
	async choose(parameter: string, option: string): Promise<void> {
		await this.byId(`parameter-input-${parameter}`).last().click();
		const options = this.byId('parameter-input-item').filter({ visible: true });
		await options
			.filter({ hasText: new RegExp(`^\\s*${option}\\s*(\\n|$)`) })
			.or(options.filter({ has: this.page.getByText(option, { exact: true }) }))
			.first()
			.click();
	}

	/** Chooses several options, in this order. */
	async chooseSeveral(parameter: string, names: string[]): Promise<void> {
		await (await this.loaded(parameter)).click();
		for (const name of names) {
			const option = this.page.getByRole('option', { name, exact: true });
			await option.filter({ visible: true }).click();
		}
		await this.page.keyboard.press('Escape');
	}

	/** A field with a list, after n8n has loaded the list. Until then, the field is disabled. */
	async loaded(parameter: string): Promise<Locator> {
		const field = this.byId(`parameter-input-${parameter}`).last();
		await field.locator('input:enabled').first().waitFor();
		return field;
	}

	/** The errors that the form marks. */
	async complaints(): Promise<string[]> {
		return await this.shown('parameter-issues').allInnerTexts();
	}

	async fill(parameter: string, text: string): Promise<void> {
		await this.byId(`parameter-input-${parameter}`)
			.last()
			.locator('input, textarea')
			.first()
			.fill(text);
	}

	/** Adds an optional field of a collection. */
	async addTo(placeholder: string, option: string): Promise<void> {
		await this.whole.getByPlaceholder(placeholder, { exact: true }).click();
		const options = this.byId('collection-parameter-option').filter({ visible: true });
		await options.getByText(option, { exact: true }).click();
	}

	async addRow(buttonText: string): Promise<void> {
		await this.whole.getByText(buttonText, { exact: true }).click();
	}

	/** The labels of the visible fields, in order. */
	async shownFields(): Promise<string[]> {
		const labels = this.whole.getByTestId('input-label').filter({ visible: true });
		// The text under the label belongs to buttons that appear on hover.
		return (await labels.allInnerTexts()).map((text) => text.split('\n', 1).join());
	}

	/** The options that the searchable list of a field shows for this text. */
	async searchList(parameter: string, text: string): Promise<string[]> {
		await this.locator(parameter).getByTestId('rlc-input').click();
		if (text !== '') {
			await this.shown('rlc-search').fill(text);
			await this.page.waitForTimeout(1_500);
		}
		await this.shown('rlc-item').first().waitFor();
		return await this.shown('rlc-item').allInnerTexts();
	}

	/** The text that the field shows instead of a list. */
	async reasonForNoList(parameter: string): Promise<string> {
		await this.locator(parameter).getByTestId('rlc-input').click();
		const reason = this.shown('rlc-error-container');
		await reason.waitFor();
		return await reason.innerText();
	}

	async pickFromList(text: string): Promise<void> {
		await this.shown('rlc-item').filter({ hasText: text }).first().click();
	}

	/** Enters a value without the list, for example with "By ID". */
	async give(parameter: string, way: string, text: string): Promise<void> {
		await this.locator(parameter).getByTestId('rlc-mode-selector').click();
		await this.page.getByRole('option', { name: way }).filter({ visible: true }).click();
		await this.locator(parameter).getByTestId('rlc-input').fill(text);
	}

	/** The entered value. */
	async given(parameter: string): Promise<string> {
		return await this.locator(parameter).getByTestId('rlc-input').inputValue();
	}

	async toggle(parameter: string): Promise<void> {
		await this.byId(`parameter-input-${parameter}`).last().locator('.el-switch').click();
	}

	/** A resource locator field, whose value can be entered in several ways. */
	private locator(parameter: string): Locator {
		return this.byId(`resource-locator-${parameter}`).last();
	}

	private shown(id: string): Locator {
		return this.byId(id).filter({ visible: true });
	}

	private get whole(): Locator {
		return this.byId('node-parameters');
	}

	private byId(id: string): Locator {
		return this.page.getByTestId(id);
	}
}
