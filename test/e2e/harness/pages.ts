import type { Page } from 'playwright-core';
import { pause } from '../../node';

const ANSWERS_WITHIN_MS = 3_000;

/** A form that asks somebody to check values, before any change. */
export interface ShownForm {
	text: string;
	/** Prefilled values, by label. */
	values: Record<string, string>;
	/** URLs of its links, by link text. */
	links: Record<string, string>;
}

export async function openForm(page: Page, address: string): Promise<ShownForm> {
	// A mail can arrive before the execution that sent it waits. Until then, n8n does not answer.
	const open = async () => await page.goto(address, { timeout: ANSWERS_WITHIN_MS });
	while (!(await open().catch(() => null))?.ok()) await pause(250);
	return await shownForm(page);
}

export async function shownForm(page: Page): Promise<ShownForm> {
	const form = page.locator('#n8n-form');
	await form.waitFor();
	const values = await form.locator('label').evaluateAll((labels) =>
		labels.map((label) => {
			const input = label.parentElement?.querySelector('input');
			return [label.textContent, input?.value ?? ''];
		}),
	);
	const links = await form
		.getByRole('link')
		.evaluateAll((found) => found.map((link) => [link.textContent, link.getAttribute('href')]));
	return {
		text: await form.innerText(),
		values: Object.fromEntries(values),
		links: Object.fromEntries(links),
	};
}

/**
 * Corrects these fields of the open form, by label, and submits it. Returns the text of the page that
 * follows.
 */
export async function answerForm(page: Page, corrections: Record<string, string>): Promise<string> {
	for (const [label, text] of Object.entries(corrections)) await page.getByLabel(label).fill(text);
	await page.getByRole('button').click();
	const thanks = page.locator('#submitted-form');
	await thanks.waitFor();
	return await thanks.innerText();
}

/** The cells of a data table, row by row, as far as they are visible without scrolling. */
export async function openDataTable(page: Page, address: string): Promise<string[][]> {
	await page.goto(address);
	const rows = page.locator('.ag-center-cols-container [role=row]');
	await rows.first().waitFor();
	return await rows.evaluateAll((found) =>
		found.map((row) => [...row.children].map((cell) => cell.textContent.trim())),
	);
}
