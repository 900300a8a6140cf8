import type { Page } from 'playwright-core';

/** Fills in the form of an invoice as anybody does who has its address; gives what it says then. */
export async function fillInForm(
	page: Page,
	address: string,
	{ file, email }: { file: string; email: string },
): Promise<string> {
	await page.goto(address);
	await page.locator('input[type=file]').setInputFiles(file);
	await page.getByLabel('Your email').fill(email);
	await page.getByRole('button', { name: 'Submit' }).click();
	const thanks = page.locator('#submitted-form');
	await thanks.waitFor();
	return await thanks.innerText();
}

/** The cells of a data table, row by row, as far as n8n shows them without scrolling. */
export async function openDataTable(page: Page, address: string): Promise<string[][]> {
	await page.goto(address);
	const rows = page.locator('.ag-center-cols-container [role=row]');
	await rows.first().waitFor();
	return await rows.evaluateAll((found) =>
		found.map((row) => [...row.children].map((cell) => cell.textContent.trim())),
	);
}
