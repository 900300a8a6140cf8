import type { INodeParameters } from 'n8n-workflow';
import { type Persistence, PollingWorkflow } from '../harness/pollingWorkflow';
import { SandboxedNode } from '../harness/withSandbox';

const service = new SandboxedNode();

async function activated(
	parameters: INodeParameters = {},
	persistence: Persistence = 'legacy',
): Promise<PollingWorkflow> {
	const workflow = new PollingWorkflow({
		credential: service.credential,
		parameters,
		persistence,
	});
	await workflow.activate();
	return workflow;
}

const names = ({ items }: PollingWorkflow) => items.map(({ name }) => name);

async function finish(ids: string[]): Promise<void> {
	for (const id of ids) await service.control.setRun(id, { status: 'completed' });
}

describe.each<Persistence>(['legacy', 'scheduler', 'durable'])('with the %s state', (kind) => {
	test('nothing is doubled or lost over null polls, emissions and errors', async () => {
		const { control } = service;
		const open = await control.seedRuns([
			{ count: 4, status: 'processing', spacingMs: 1000, createdAgoMs: 7_200_000 },
		]);
		const workflow = await activated({}, kind);
		await workflow.poll();
		await finish(open.slice(0, 2));
		await workflow.poll();
		await control.addFault({ kind: 'status', status: 400, endpoint: 'query', times: 1 });
		await finish(open.slice(2, 3));
		await workflow.poll();
		expect(workflow.errors).toHaveLength(1);
		await workflow.poll();
		await finish(open.slice(3));
		await workflow.poll();
		await workflow.poll();
		expect(workflow.emissions.map((items) => items.length)).toEqual([2, 1, 1]);
		expect(names(workflow)).toEqual(['Run 1', 'Run 2', 'Run 3', 'Run 4']);
	});

	test('overlapping polls emit each run once', async () => {
		const workflow = await activated({}, kind);
		await service.control.seedRuns([{ count: 12 }]);
		await Promise.all([workflow.poll(), workflow.poll(), workflow.poll()]);
		await workflow.poll();
		expect(workflow.items).toHaveLength(12);
	});

	test('a restart goes on from the last saved state', async () => {
		const open = await service.control.seedRuns([{ count: 3, status: 'pending' }]);
		const workflow = await activated({}, kind);
		await finish(open.slice(0, 1));
		await workflow.poll();
		await finish(open.slice(1));
		await workflow.restart();
		await workflow.poll();
		expect(workflow.emissions.map((items) => items.length)).toEqual([1, 2]);
	});
});

test('saving the workflow while a poll is under way neither doubles nor loses', async () => {
	const workflow = await activated();
	await service.control.seedRuns([{ count: 12 }]);
	await Promise.all([workflow.poll(), workflow.saveAgain()]);
	await workflow.poll();
	expect(workflow.items).toHaveLength(12);
});

test('a node that was renamed goes on where it was', async () => {
	const open = await service.control.seedRuns([
		{ count: 2, status: 'pending', spacingMs: 10, createdAgoMs: 60_000 },
	]);
	const workflow = await activated();
	await finish(open.slice(0, 1));
	await workflow.poll();
	await finish(open.slice(1));
	await service.control.seedRuns([{ filename: 'Meanwhile' }]);
	await workflow.saveAgain({ name: 'Documents' });
	await workflow.poll();
	expect(names(workflow)).toEqual(['Run 1', 'Run 2', 'Meanwhile']);
});

test('other filters begin anew, but what both cover is neither doubled nor lost', async () => {
	const { control, sandbox } = service;
	const { invoice, receipt } = sandbox.templates;
	let age = 60_000;
	const seed = async (filename: string, templateId: string, status: 'completed' | 'pending') =>
		await control.seedRuns([{ filename, templateId, status, createdAgoMs: (age -= 1_000) }]);
	await seed('Past receipt', receipt, 'completed');
	const openInvoice = await seed('Open invoice', invoice, 'pending');
	const openReceipt = await seed('Open receipt', receipt, 'pending');
	const workflow = await activated();
	await seed('First receipt', receipt, 'completed');
	await workflow.poll();

	await finish([...openInvoice, ...openReceipt]);
	await seed('Receipt meanwhile', receipt, 'completed');
	await seed('Invoice meanwhile', invoice, 'completed');
	await workflow.saveAgain({ parameters: { filters: { extraction_template_id: receipt } } });
	await workflow.poll();
	await seed('Last receipt', receipt, 'completed');
	await workflow.poll();
	expect(names(workflow)).toEqual([
		'First receipt',
		'Open receipt',
		'Receipt meanwhile',
		'Last receipt',
	]);
});

test('filters that cover more take nothing from the past', async () => {
	const { receipt } = service.sandbox.templates;
	const workflow = await activated({ filters: { extraction_template_id: receipt } });
	await service.control.seedRuns([{ filename: 'Past invoice' }]);
	const [open = ''] = await service.control.seedRuns([
		{ filename: 'Open', status: 'processing', createdAgoMs: 86_400_000 },
	]);
	await workflow.poll();
	await workflow.saveAgain({ parameters: { filters: {} } });
	await finish([open]);
	await workflow.poll();
	expect(names(workflow)).toEqual(['Open']);
});

test('former filters that the service refuses by now do not hold up the others', async () => {
	const { control, sandbox } = service;
	const [open = ''] = await control.seedRuns([{ status: 'processing' }]);
	const workflow = await activated({ filters: { filename: 'run' } });
	await finish([open]);
	await control.addFault({ kind: 'status', status: 400, endpoint: 'query', after: 4, times: 1 });
	const { invoice } = sandbox.templates;
	await workflow.saveAgain({ parameters: { filters: { extraction_template_id: invoice } } });
	expect((await control.requests()).filter(({ status }) => status === 400)).toHaveLength(1);
	await workflow.poll();
	expect(names(workflow)).toEqual(['Run 1']);
	expect(workflow.errors).toEqual([]);
});

test('runs of other filters cost their details and one list for each moment', async () => {
	const open = await service.control.seedRuns([
		{ count: 40, status: 'processing', createdAgoMs: 86_400_000 },
	]);
	await service.control.seedRuns([{ filename: 'Past run' }]);
	const workflow = await activated();
	await finish(open);
	await workflow.saveAgain({ parameters: { filters: { filename: 'run' } } });
	await service.control.clearRequests();
	await workflow.poll();
	expect(workflow.items).toHaveLength(40);
	expect(await service.requestCounts()).toEqual({ details: 40, query: 2 });
});

test('other events hold for what finishes from then on', async () => {
	const workflow = await activated({ events: ['completed'] });
	await service.control.seedRuns([
		{ filename: 'Failed before', status: 'failed' },
		{ filename: 'Completed before' },
	]);
	await workflow.poll();
	await workflow.saveAgain({ parameters: { events: ['completed', 'failed'] } });
	await service.control.seedRuns([{ filename: 'Failed after', status: 'failed' }]);
	await workflow.poll();
	expect(names(workflow)).toEqual(['Completed before', 'Failed after']);
});

test('a longer overlap window doubles nothing', async () => {
	const workflow = await activated({ options: { overlap: 1 } });
	await service.control.seedRuns([{ count: 5, spacingMs: 60_000, createdAgoMs: 300_000 }]);
	await workflow.poll();
	await service.control.advance(3_600_000);
	await service.control.seedRuns([{ filename: 'Later' }]);
	await workflow.poll();
	await workflow.saveAgain({ parameters: { options: { overlap: 600 } } });
	await workflow.poll();
	expect(names(workflow)).toEqual(['Run 1', 'Run 2', 'Run 3', 'Run 4', 'Run 5', 'Later']);
});

test.each(['{"version":2}', '{"version":1,"open":7}', 'no JSON'])(
	'a state that cannot be read, %s, begins anew with a warning',
	async (state) => {
		await service.control.seedRuns([{ filename: 'Past' }]);
		const workflow = new PollingWorkflow({ credential: service.credential });
		workflow.savedState = state;
		await workflow.activate();
		expect(workflow.warnings).toEqual([expect.stringContaining('cannot be read')]);
		await service.control.seedRuns([{ filename: 'New' }]);
		await workflow.poll();
		expect(names(workflow)).toEqual(['New']);
	},
);

test('a run that is stuck for a month is emitted when it finishes', async () => {
	const stuck = await service.control.seedRuns([{ filename: 'Stuck', status: 'processing' }]);
	const workflow = await activated();
	for (let day = 0; day < 30; day++) {
		await service.control.advance(86_400_000);
		await service.control.seedRuns([{ filename: `Day ${day}` }]);
		await workflow.poll();
	}
	await workflow.restart();
	await finish(stuck);
	await workflow.poll();
	expect(workflow.items).toHaveLength(31);
	expect(names(workflow).at(-1)).toBe('Stuck');
});

test('a run is found even if an unknown one hides its end from the totals', async () => {
	const { control } = service;
	const old = { status: 'processing', createdAgoMs: 86_400_000, spacingMs: 10_000 } as const;
	const open = await control.seedRuns([{ ...old, count: 300 }]);
	const workflow = await activated();
	await finish(open.slice(200, 201));
	await control.seedRuns([{ ...old, createdAgoMs: 86_000_000, filename: 'Unknown' }]);
	await workflow.poll();
	expect(workflow.items).toEqual([]);
	for (let poll = 0; poll < 5; poll++) await workflow.poll();
	expect(names(workflow)).toEqual(['Run 201']);
});

test('a run that was deleted is given up after three polls, with a warning', async () => {
	const [id = ''] = await service.control.seedRuns([{ status: 'processing' }]);
	const workflow = await activated();
	await service.control.deleteRun(id);
	await workflow.poll();
	await workflow.poll();
	expect(workflow.warnings).toEqual([]);
	await workflow.poll();
	expect(workflow.warnings).toEqual([expect.stringContaining(id)]);
	await service.control.clearRequests();
	await workflow.poll();
	expect(await service.requestCounts()).toEqual({ query: 1 });
});
