import type { INode } from 'n8n-workflow';
import { nodeOf } from '../../harness/n8n/nodeOf';
import type { Execution } from '../harness/execution';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('review-and-check-only');

beforeEach(async () => await e2e.sandbox.control.reset());

const WRONG_ID = 'no ID';

/** Runs our node with these items, and a node behind each of its outputs. */
async function ran(
	parameters: INode['parameters'],
	items: object[],
	more: Partial<INode> = {},
): Promise<Execution> {
	const start = nodeOf('Start', 'n8n-nodes-base.manualTrigger');
	const type = 'n8n-nodes-docscore.docScore';
	const node = nodeOf('Read', type, { parameters, credentials: e2e.credentials, ...more });
	const workflow = await e2e.n8n.api.importWorkflow({
		name: 'Read',
		nodes: [start, node],
		connections: { Start: { main: [[{ node: 'Read', type: 'main', index: 0 }]] } },
		pinData: { Start: items.map((json) => ({ json: { ...json } })) },
	});
	return await e2e.n8n.api.run(workflow);
}

const extracted = (filename: string, total: string | null) => ({
	filename,
	outputSchema: { total: { value: total, reasoning: null } },
});

it('with Review, only a completed run without issues leaves by Done', async () => {
	const ids = await e2e.sandbox.control.seedRuns([
		extracted('Good', '7.10'),
		extracted('Doubtful', null),
		{ filename: 'Torn', status: 'failed', failureReason: 'page 2 is blank' },
		{ filename: 'Slow', status: 'processing' },
	]);
	const rules = [{ field: { __rl: true, mode: 'name', value: 'total' }, required: true }];
	const parameters = {
		operation: 'wait',
		runId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		fieldRules: { rules },
		review: true,
		options: { maxWait: 0.05 },
	};
	const items = [...ids, WRONG_ID].map((id) => ({ id }));
	const execution = await ran(parameters, items, { onError: 'continueRegularOutput' });
	expect(execution).toMatchObject({ status: 'success', error: null });
	const [done, review] = execution.outputs.Read ?? [];
	expect(done?.map(({ json }) => json.name)).toEqual(['Good']);
	expect(review?.map(({ json, pairedItem }) => [json.name ?? json.error, pairedItem])).toEqual([
		['Doubtful', { item: 1 }],
		['Torn', { item: 2 }],
		['Slow', { item: 3 }],
		[expect.stringContaining(WRONG_ID), { item: 4 }],
	]);
});

it('Check Only submits nothing: ten documents cost the request of the template', async () => {
	const parameters = {
		operation: 'submitAndWait',
		file_urls: '=https://files.example.com/{{ $json.file }}',
		extraction_template_id: e2e.sandbox.templates.invoice,
		options: { fieldsToOutput: ['invoice_number', 'invoice_nr'], checkOnly: true },
	};
	const items = Array.from({ length: 10 }, (_, at) => ({
		file: at === 3 ? 'a.docx' : `${at}.pdf`,
	}));
	const execution = await ran(parameters, items);
	expect(execution).toMatchObject({ status: 'success', error: null });
	const problems = execution.outputs.Read?.[0]?.map(({ json }) => String(json.problem)) ?? [];
	const told = [/a\.docx/, /^The template has no field invoice_nr\./];
	expect(problems.map((problem) => told.map((each) => each.test(problem)))).toEqual(
		items.map((_, at) => [at === 3, at !== 3]),
	);
	const counts = Object.entries(await e2e.sandbox.control.counts());
	const asked = counts
		.filter(([, { total }]) => total > 0)
		.map(([name, { total }]) => [name, total]);
	expect(asked).toEqual([['template', 1]]);
});
