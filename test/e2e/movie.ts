import { packInto } from '../harness/package/pack';
import { startSandbox } from '../harness/sandbox/sandbox';
import { join, mkdir, process, readFile } from '../node';
import { SignedInBrowser } from './harness/browser';
import { PICTURES } from './harness/editor';
import { LOGS } from './harness/logs';
import { Movie } from './harness/movie';
import { N8n } from './harness/n8n';
import { credentialFor } from './harness/withN8n';

/**
 * Records the animation of the README: five steps from an empty canvas to a filled table, in the real
 * editor with its light theme.
 */

const LASTS_MS = 5_000;

/** How far the form is dragged to the left at the end, in pixels, so that all output columns are visible. */
const TO_THE_LEFT = 470;

/** As many fields as the output panel can show at once. */
const FIELDS = {
	supplier: 'The text after "Supplier"',
	invoice_number: 'The number after "Invoice No"',
	invoice_date: 'The date after "Invoice date"',
	total_amount: 'The amount after "Total due"',
};

type Stops = Array<() => Promise<void>>;

async function main(stops: Stops): Promise<void> {
	await mkdir(LOGS, { recursive: true });
	await mkdir(PICTURES, { recursive: true });
	const { path: tarball } = await packInto(LOGS);
	const sandbox = await startSandbox();
	stops.push(async () => await sandbox.stop());
	const n8n = await N8n.start({ name: 'movie', tarball });
	stops.push(async () => await n8n.stop());
	const browser = await SignedInBrowser.open(n8n);
	stops.push(async () => await browser.close());
	const content = await readFile('examples/samples/invoice.pdf', 'base64');
	const url = await sandbox.control.putFile('invoice.pdf', content, 'application/pdf');
	const template = await sandbox.control.addTemplate('Invoice', FIELDS);
	const { apiKey, baseUrl } = credentialFor(sandbox).data;
	const movie = await record(browser, { url, template, apiKey, baseUrl });
	await movie.save(join(PICTURES, 'from-canvas-to-table.gif'));
}

async function record(
	{ page, editor }: SignedInBrowser,
	given: Record<'url' | 'template' | 'apiKey' | 'baseUrl', string>,
): Promise<Movie> {
	await editor.openNewWorkflow();
	const byId = (id: string) => page.getByTestId(id);
	const item = (text: string) => byId('item-iterator-item').filter({ hasText: text }).first();
	const movie = new Movie(page);
	await movie.frame(1_200);
	const search = byId('node-creator-search-bar');
	await movie.click(byId('canvas-plus-button'), search);
	await movie.type(search, 'docscore');
	await item('DocScore').waitFor();
	const actions = page.getByText(/^Actions \(\d+\)$/);
	await movie.click(item('DocScore'), actions);
	await movie.click(actions, item('Extract data from document'));
	await movie.click(item('Extract data from document'), byId('ndv'));

	const connect = page.getByText('Connect to DocScore', { exact: true });
	const credential = byId('credential-edit-dialog');
	await movie.click(connect, credential);
	const inputOf = (name: string) => byId(`parameter-input-${name}`).locator('input').first();
	await movie.type(inputOf('apiKey'), given.apiKey, 1);
	await movie.type(inputOf('baseUrl'), given.baseUrl);
	// n8n tests the credential and closes the dialog.
	await movie.click(
		byId('credential-save-button'),
		page.getByText('Credential successfully created'),
	);
	await credential.waitFor({ state: 'hidden' });

	await movie.type(byId('parameter-input-file_urls').locator('textarea, input').first(), given.url);
	await editor.form.give('extraction_template_id', 'By ID', given.template);
	await movie.frame(1_200);
	await editor.form.choose('output', 'Fields Only');
	await movie.frame(1_200);
	const output = byId('output-panel');
	const table = output.getByTestId('radio-button-table');
	await movie.click(byId('node-execute-button'), table);
	await movie.click(table, output.locator('table tr').nth(1));
	await page.getByText('Node executed successfully').waitFor({ state: 'hidden' });
	await movie.frame(1_200);
	await movie.drag(byId('panel-drag-button'), -TO_THE_LEFT);
	await movie.frame(LASTS_MS);
	return movie;
}

async function run(): Promise<void> {
	const stops: Stops = [];
	try {
		await main(stops);
	} finally {
		for (const stop of stops.reverse()) await stop();
	}
}

run().then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
		process.exit(1);
	},
);
