import { cp, join, readFile } from '../../node';
import { Builder } from '../harness/builder';
import { type ColumnType, DataTable } from '../harness/dataTable';
import { type Execution, jsonOf } from '../harness/execution';
import { ImapServer } from '../harness/mail/imapServer';
import type { SavedWorkflow } from '../harness/n8nApi';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('builder');

const ACTION = 'n8n-nodes-docscore.docScore';
const TRIGGER = 'n8n-nodes-docscore.docScoreTrigger';

let builder: Builder;
beforeAll(async () => {
	builder = await Builder.of(e2e.n8n);
});

describe("The catalogue of n8n's AI builder", () => {
	it.each([
		'docscore',
		'invoice',
		'OCR',
		'document extraction',
		'score recorded calls',
		'when a document is finished',
	])('finds both nodes by "%s" and says what to use', async (query) => {
		const found = await builder.found(query);
		const action = found.get(ACTION);
		expect(action).toContain('use run: submitAndWait with output "fieldsOnly"');
		expect(action).toContain('n8n-nodes-base.splitOut: "Makes one item for each attachment');
		const trigger = found.get(TRIGGER);
		expect(trigger).toMatch(/^\S+ \[TRIGGER\]/);
		expect(trigger).toContain('Do not use it to wait for a document that this workflow submits');
	});

	// The search shows five nodes and looks up each word separately. Matches in names count most.
	it('does not find them by a whole sentence, but by the parts that a builder asks for', async () => {
		const sentence = 'extract invoice data from e-mail attachments into a table';
		expect([...(await builder.found(sentence)).keys()]).toEqual([
			'n8n-nodes-base.invoiceNinja',
			'n8n-nodes-base.extractFromFile',
			'n8n-nodes-base.invoiceNinjaTool',
			'n8n-nodes-base.invoiceNinjaTrigger',
			'n8n-nodes-base.htmlExtract',
		]);
		for (const part of [
			'invoice data',
			'invoice extraction',
			'extract data from e-mail attachments',
		]) {
			expect((await builder.found(part)).get(ACTION)).toContain('set filesFrom to "input"');
		}
		const mail = await builder.found('email attachments');
		expect([...mail.keys()]).toContain('n8n-nodes-base.emailReadImap');
		expect([...(await builder.found('data table')).keys()]).toContain('n8n-nodes-base.dataTable');
	});

	it('tells of Review wherever a node can have one', async () => {
		const told = (await builder.definition(ACTION)).split(/^export type /m);
		const withReview = told
			.filter((part) => part.includes('output 1 is Review'))
			.map((part) => /operation: '(\w+)'/.exec(part)?.[1]);
		const withField = told
			.filter((part) => part.includes('review?'))
			.map((part) => /operation: '(\w+)'/.exec(part)?.[1]);
		expect(withReview).toEqual(withField);
		expect(withField).toHaveLength(4);
		expect(await builder.definition(TRIGGER)).toContain('output 1 is Review');
	});
});

/** The code of the pattern for an operation, from the node's definition. */
async function patternOf(operation: string, title: string): Promise<string> {
	const told = (await builder.definition(ACTION)).split(/^export type /m);
	const own = told.find((part) => part.includes(`operation: '${operation}';`)) ?? '';
	const [, lines = ''] =
		new RegExp(`<pattern title="${title}[^>]*>\n([^]*?)</pattern>`).exec(own) ?? [];
	return lines.replaceAll(/^\s*\* ?/gm, '');
}

/** Creates a workflow from an unchanged pattern, with this start node and the ID of a template. */
async function build(start: string, pattern: string): Promise<SavedWorkflow> {
	const code = `
import { workflow, node, trigger, newCredential, expr } from '@n8n/workflow-sdk';
const start = ${start};
${pattern.replace(/placeholder\('Template ID'\)/, `'${e2e.sandbox.templates.invoice}'`)}
`;
	const created = await builder.ask('create_workflow_from_code', { code, versionName: 'First' });
	const { workflowId }: { workflowId: string } = JSON.parse(created);
	return await e2e.n8n.api.workflow(workflowId);
}

const succeeded = ({ status, error }: Execution) => [status, error];

describe('The words of the catalogue alone make a workflow', () => {
	let mailbox: ImapServer;
	beforeAll(async () => {
		mailbox = await ImapServer.start();
	});
	afterAll(async () => await mailbox.stop());

	it('that puts a row into a table for each attachment of an e-mail', async () => {
		const { api } = e2e.n8n;
		const data = mailbox.credential;
		await api.createCredential({ name: 'Mailbox', type: 'imap', data });
		const columns: Record<string, ColumnType> = {
			supplier: 'string',
			invoice_number: 'string',
			total_amount: 'string',
		};
		const table = await DataTable.create(api, 'Invoices', columns);
		const mail = `trigger({
  type: 'n8n-nodes-base.emailReadImap',
  version: 2.2,
  config: {
    name: 'New Email',
    parameters: { format: 'resolved' },
    credentials: { imap: newCredential('Mailbox') }
  }
})`;
		const workflow = await build(mail, await patternOf('submitAndWait', 'Each attachment'));
		const running = api.run(workflow, 'New Email');
		await mailbox.watched();
		const attachments = await Promise.all(
			['invoice.pdf', 'receipt.png'].map(async (fileName) => ({
				fileName,
				content: new Uint8Array(await readFile(join('examples', 'samples', fileName))),
				mimeType: fileName.endsWith('pdf') ? 'application/pdf' : 'image/png',
			})),
		);
		mailbox.deliver({
			from: 'sam@example.com',
			subject: 'March',
			text: 'Please pay.',
			attachments,
		});
		expect(succeeded(await running)).toEqual(['success', null]);
		expect(await table.rows()).toEqual([
			{
				supplier: 'Northbank Office Supplies Ltd',
				invoice_number: 'NB-2025-0173',
				total_amount: '1,409.67',
			},
			expect.objectContaining({ invoice_number: null }),
		]);
		await table.remove();
	});

	const MANUAL = `trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } })`;
	const RUNS = `node({
  type: 'n8n-nodes-docscore.docScore',
  version: 1,
  config: {
    name: 'Runs',
    parameters: { resource: 'run', operation: 'getAll' },
    credentials: { docScoreApi: newCredential('DocScore') }
  }
})`;
	const filesIn = (folder: string) => `node({
  type: 'n8n-nodes-base.readWriteFile',
  version: 1,
  config: { name: 'Files', parameters: { fileSelector: '${folder}/*.p*' } }
})`;

	it.each([
		['getAll', () => null],
		['get', () => RUNS],
		['wait', () => RUNS],
		['submitAndWait', () => filesIn(e2e.n8n.filesFolder)],
	])('whose %s parts good documents from those to review', async (operation, nodeBefore) => {
		const { control } = e2e.sandbox;
		await control.reset();
		const valued = (value: string) => ({
			outputSchema: { total_amount: { value, reasoning: null } },
		});
		await control.seedRuns([valued('1,409.67'), valued('see page 2')]);
		for (const name of ['invoice.pdf', 'receipt.png']) {
			await cp(join('examples', 'samples', name), join(e2e.n8n.filesFolder, name));
		}
		const pattern = await patternOf(operation, 'Two outputs');
		const before = nodeBefore();
		const workflow = await build(
			before === null ? MANUAL : `${MANUAL};\nconst before = ${before}`,
			before === null ? pattern : pattern.replace('.add(start)', '.add(start).to(before)'),
		);
		const execution = await e2e.n8n.api.run(workflow, 'Start');
		expect(succeeded(execution)).toEqual(['success', null]);
		expect(jsonOf(execution, 'Done')).toEqual([expect.objectContaining({ total_amount: 1409.67 })]);
		const total_amount = operation === 'submitAndWait' ? null : 'see page 2';
		const fields = expect.objectContaining({ total_amount });
		expect(jsonOf(execution, 'Review')).toEqual([expect.objectContaining({ fields })]);
	});
});
