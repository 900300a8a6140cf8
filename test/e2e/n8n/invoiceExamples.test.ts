import { join, readFile } from '../../node';
import { ExampleRunner, unsendable } from '../harness/exampleRunner';
import { type Execution, jsonOf } from '../harness/execution';
import { submitForm } from '../harness/form';
import type { SavedWorkflow } from '../harness/n8nApi';

const examples = new ExampleRunner('invoice-examples');

/** As printed in the sample document. */
const INVOICE = {
	supplier: 'Northbank Office Supplies Ltd',
	invoice_number: 'NB-2025-0173',
	invoice_date: '2025-03-14',
	due_date: '2025-04-13',
	total_amount: 1409.67,
	iban: 'DE89370400440532013000',
};

const SAMPLES = join('examples', 'samples');

let pdf: Uint8Array<ArrayBuffer>;
let torn: Uint8Array<ArrayBuffer>;

beforeEach(async () => {
	// n8n remembers its submissions for some time, but each test resets the sandbox. So each test changes
	// the file.
	const mark = `\n% ${expect.getState().currentTestName}\n`;
	pdf = bytesOf(await readFile(join(SAMPLES, 'invoice.pdf')), mark);
	// Looks like a PDF but is not readable.
	torn = bytesOf('%PDF-1.7 and no more', mark);
});

const bytesOf = (...parts: Array<string | Buffer>) =>
	new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));

/** The rows of the data table for the runs of this test. */
async function rows() {
	const all = await examples.rowsOf('Invoices from DocScore');
	const ids = (await examples.control.runs()).map(({ id }) => id);
	return all.filter(({ run }) => ids.some((id) => id === run));
}

describe('Invoices from a form', () => {
	/** Submits the form of the workflow, as in a test from the editor. */
	async function sendIn(workflow: SavedWorkflow, file: File, email: string): Promise<Execution> {
		const before = await examples.n8n.api.executions(workflow.id);
		const shown = await submitForm(examples.n8n, workflow, [file, email]);
		expect(shown).toContain('Thank you');
		return await examples.n8n.api.finishedAfter(workflow, before.length);
	}

	const pdfNamed = (name: string, content = pdf) =>
		new File([content], name, { type: 'application/pdf' });

	it('become one row each, and the same invoice is submitted only once', async () => {
		const workflow = await examples.imported('invoices-from-a-form');
		const first = await sendIn(workflow, pdfNamed('march.pdf'), 'sam@example.com');
		const again = await sendIn(workflow, pdfNamed('the same.pdf'), 'sam@example.com');
		const [submitted, ...others] = await examples.control.runs();
		expect(others).toEqual([]);
		expect(submitted?.metadata).toMatchObject({ sent_by: 'sam@example.com' });
		const row = { ...INVOICE, run: submitted?.id, file: 'march.pdf', sent_by: 'sam@example.com' };
		expect(await rows()).toEqual([expect.objectContaining(row)]);
		expect(jsonOf(first, 'Put it in the table')).toEqual([expect.objectContaining(row)]);
		expect(again.outputs).not.toHaveProperty('Put it in the table');
	});

	it('are reported to accounting if they cannot be read, also if no mail can be sent', async () => {
		const unpinned = { 'Tell accounting': [] };
		const workflow = await examples.imported('invoices-from-a-form', unpinned, unsendable);
		const told = await sendIn(workflow, pdfNamed('torn.pdf', torn), 'kim@example.com');
		expect(jsonOf(told, 'Say what is wrong')).toEqual([
			{
				subject: 'Invoice not in the table: torn.pdf',
				text: expect.stringMatching(/^kim@example\.com sent it\.\n\nRun .+ failed\. .+\n.+/),
			},
		]);
		expect(jsonOf(told, 'Tell accounting')).toEqual([{ error: expect.any(String) }]);
		expect(told.outputs).not.toHaveProperty('Put it in the table');
		expect(told.error).toMatch(
			/^torn\.pdf is not in the table\. Run .+ failed\. The service says: /,
		);
	});
});
