import { randomUUID } from 'crypto';
import { join, readFile } from '../../node';
import { linesPdf } from '../../sandbox/samples/linesPdf';
import { useBrowser } from '../harness/browser';
import { ExampleRunner } from '../harness/exampleRunner';
import { loadExamples, putRecordings } from '../harness/examples';
import { type Execution, jsonOf } from '../harness/execution';
import { fillInForm } from '../harness/pages';

const call = { name: 'Find_runs', arguments: { name: 'NB-2025-0173' } };
const examples = new ExampleRunner('examples-in-browser', call);
const browser = useBrowser(() => examples.n8n);

/** A different file in each test, because n8n remembers its submissions after the sandbox is reset. */
async function invoice(): Promise<Buffer> {
	const sample = await readFile(join('examples', 'samples', 'invoice.pdf'));
	return Buffer.concat([sample, Buffer.from(`\n% ${expect.getState().currentTestName}\n`)]);
}

const email = 'sam@example.com';

interface Play {
	/** Creates what the example works on. */
	before?: () => Promise<unknown>;
	/** Does what the trigger of the example waits for. */
	then?: () => Promise<unknown>;
	/** The node whose output shows that the example worked. */
	shows: string;
}

async function sendInvoice(): Promise<void> {
	const form = await browser().popup();
	await fillInForm(form, { pdf: await invoice(), email });
	await form.close();
}

async function sendLink(): Promise<void> {
	const form = await browser().popup();
	await form.getByLabel('Link to the document').fill('https://files.example.com/invoice.pdf');
	await form.getByRole('button', { name: 'Submit' }).click();
	await browser().editor.workflowResult();
	await form.close();
}

/** With a number of its own, because a known one needs a person. */
async function sendMail(): Promise<void> {
	const lines = ['Supplier: Southbank Paper Ltd', `Invoice No: ${randomUUID()}`];
	const amounts = ['Invoice date: 2025-04-01', 'Total due: 7.10'];
	await deliver(new Uint8Array(await linesPdf([...lines, ...amounts])));
}

async function deliver(content: Uint8Array): Promise<void> {
	const attachments = [{ fileName: 'march.pdf', content, mimeType: 'application/pdf' }];
	await examples.mailbox.watched();
	const mail = { from: 'Sam <sam@example.com>', subject: 'March', text: 'Please pay.' };
	examples.mailbox.deliver({ ...mail, attachments });
}

const failedRun = async () =>
	await examples.control.seedRuns([{ filename: 'Note', status: 'failed' }]);

/** Simulates what a person answers about a doubtful invoice. */
async function correction(): Promise<void> {
	const answer = {
		'What is it?': 'An invoice',
		'Invoice number': 'SB-119',
		'Total amount': 1409.67,
		submittedAt: new Date().toISOString(),
	};
	const pinned = { 'Lead to the document': [{ json: {} }], 'Show the invoice': [{ json: answer }] };
	const pins = { ...pinned, 'Somebody opens it': [{ json: {} }] };
	const workflow = await examples.imported('invoices-from-email', pins);
	const running = examples.run(workflow);
	await deliver(new Uint8Array(await linesPdf(['Invoice No: SB-118', 'Total due: 1.409'])));
	await running;
}

const plays: Record<string, Play> = {
	'ask-about-documents': { shows: 'Assistant' },
	'check-the-template-first': { then: sendLink, shows: 'Submit the document' },
	'documents-to-fields': { shows: 'Extract fields' },
	'file-finished-documents': {
		before: async () => await examples.runFile('documents-to-fields'),
		shows: 'Put them in the folder',
	},
	'invoices-from-a-form': { then: sendInvoice, shows: 'Put it in the table' },
	'invoices-from-email': { then: sendMail, shows: 'Put it in the table' },
	'long-documents': { shows: 'Take the fields' },
	'morning-report-of-failed-runs': { before: failedRun, shows: 'Send the report' },
	'recordings-from-a-folder': {
		before: async () => await putRecordings(examples.folder),
		shows: 'Note it as uploaded',
	},
	'what-people-corrected': { before: correction, shows: 'Send the report' },
};

/** Shortens the example's wait. */
const awake = (text: string) => text.replace('"amount":70', '"amount":1');

/** Opens an example, clicks Execute workflow and returns n8n's notification. */
async function press(file: string): Promise<{ told: string; execution: Execution }> {
	const workflow = await examples.imported(file, {}, awake);
	await browser().editor.openWorkflow(workflow.id);
	await browser().editor.pressExecute();
	await plays[file]?.then?.();
	const told = await browser().editor.workflowResult();
	return { told, execution: await examples.n8n.api.finishedAfter(workflow) };
}

describe('Execute workflow, pressed for the first time,', () => {
	it('is tested with every example', async () => {
		expect((await loadExamples()).map(({ file }) => file)).toEqual(Object.keys(plays));
	});

	it.each(Object.entries(plays))('runs %s', async (file, { before, shows }) => {
		await before?.();
		const { told, execution } = await press(file);
		expect(told).toContain('Workflow executed successfully');
		expect([execution.status, execution.error]).toEqual(['success', null]);
		expect(jsonOf(execution, shows)).not.toEqual([]);
	});
});

it('the notes of the examples fit into their boxes', async () => {
	for (const file of Object.keys(plays)) {
		await browser().editor.openWorkflow((await examples.imported(file)).id);
		expect([file, await browser().editor.hiddenOfNotes()]).toEqual([file, [0]]);
	}
});
