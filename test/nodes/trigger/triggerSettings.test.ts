// Sources: trigger/begin.ts
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';

const service = new SandboxedTrigger();
const time = useDrivenTime(service);

test('a renamed node continues', async () => {
	const open = await service.control.seedRuns([
		{ count: 2, status: 'pending', spacingMs: 10, createdAgoMs: 60_000 },
	]);
	const workflow = await service.activated();
	await service.finish(open.slice(0, 1));
	await workflow.poll();
	await service.finish(open.slice(1));
	await service.control.seedRuns([{ filename: 'Meanwhile' }]);
	// Immediately after an emission, n8n would discard the emitted run.
	await time.pass(1_000);
	await workflow.saveAgain({ name: 'Documents' });
	await workflow.poll();
	expect(workflow.names).toEqual(['Run 1', 'Run 2', 'Meanwhile']);
});

test('with other filters, runs that both cover are neither repeated nor lost', async () => {
	const { control, sandbox } = service;
	const { invoice, receipt } = sandbox.templates;
	let age = 60_000;
	const seed = async (filename: string, templateId: string, status: 'completed' | 'pending') =>
		await control.seedRuns([{ filename, templateId, status, createdAgoMs: (age -= 1_000) }]);
	await seed('Past receipt', receipt, 'completed');
	const openInvoice = await seed('Open invoice', invoice, 'pending');
	const openReceipt = await seed('Open receipt', receipt, 'pending');
	const workflow = await service.activated();
	await seed('First receipt', receipt, 'completed');
	await workflow.poll();

	await service.finish([...openInvoice, ...openReceipt]);
	await seed('Receipt meanwhile', receipt, 'completed');
	await seed('Invoice meanwhile', invoice, 'completed');
	await workflow.saveAgain({ parameters: { filters: { extraction_template_id: receipt } } });
	await workflow.poll();
	await seed('Last receipt', receipt, 'completed');
	await workflow.poll();
	expect(workflow.names).toEqual([
		'First receipt',
		'Open receipt',
		'Receipt meanwhile',
		'Last receipt',
	]);
});

test('wider filters emit no runs from the past', async () => {
	const { receipt } = service.sandbox.templates;
	const workflow = await service.activated({
		parameters: { filters: { extraction_template_id: receipt } },
	});
	await service.control.seedRuns([{ filename: 'Past invoice' }]);
	const [open = ''] = await service.control.seedRuns([
		{ filename: 'Open', status: 'processing', createdAgoMs: 86_400_000 },
	]);
	await workflow.poll();
	await workflow.saveAgain({ parameters: { filters: {} } });
	await service.finish([open]);
	await workflow.poll();
	expect(workflow.names).toEqual(['Open']);
});

test('former filters that the service now rejects do not delay the current ones', async () => {
	const { control, sandbox } = service;
	const [open = ''] = await control.seedRuns([{ status: 'processing' }]);
	const workflow = await service.activated({ parameters: { filters: { filename: 'run' } } });
	await service.finish([open]);
	await control.addFault({ kind: 'status', status: 400, endpoint: 'query', after: 1, times: 1 });
	const { invoice } = sandbox.templates;
	await workflow.saveAgain({ parameters: { filters: { extraction_template_id: invoice } } });
	expect((await control.requests()).filter(({ status }) => status === 400)).toHaveLength(1);
	await workflow.poll();
	expect(workflow.names).toEqual(['Run 1']);
	expect(workflow.errors).toEqual([]);
});

test('runs of former filters cost their details and a few lists', async () => {
	const open = await service.control.seedRuns([
		{ count: 40, status: 'processing', createdAgoMs: 86_400_000 },
	]);
	await service.control.seedRuns([{ count: 5, filename: 'Past run {n}' }]);
	const workflow = await service.activated();
	await service.finish(open);
	await service.control.clearRequests();
	await workflow.saveAgain({ parameters: { filters: { filename: 'run' } } });
	await workflow.poll();
	expect(workflow.items).toHaveLength(40);
	const { details, query } = await service.requestCounts();
	expect(details).toBe(40);
	expect(query).toBeLessThanOrEqual(10);
});

test('other events apply to runs that finish from then on', async () => {
	const workflow = await service.activated({ parameters: { events: ['completed'] } });
	await service.control.seedRuns([
		{ filename: 'Failed before', status: 'failed' },
		{ filename: 'Completed before' },
	]);
	await workflow.poll();
	await service.control.seedRuns([{ filename: 'Failed since the last poll', status: 'failed' }]);
	await workflow.saveAgain({ parameters: { events: ['completed', 'failed'] } });
	await service.control.seedRuns([{ filename: 'Failed after', status: 'failed' }]);
	await workflow.poll();
	await service.control.seedRuns([{ filename: 'Failed last', status: 'failed' }]);
	await workflow.saveAgain({ parameters: { events: ['completed'] } });
	await workflow.poll();
	expect(workflow.names).toEqual(['Completed before', 'Failed after']);
});

test('other events apply from the first activation that works', async () => {
	const workflow = await service.activated({ parameters: { events: ['completed'] } });
	await service.control.seedRuns([{ filename: 'Failed before', status: 'failed' }]);
	const fault = { kind: 'status', status: 400, error: 'Broken', endpoint: 'query' } as const;
	await service.control.addFault({ ...fault, times: 1 });
	const both = { parameters: { events: ['completed', 'failed'] } };
	await expect(workflow.saveAgain(both)).rejects.toThrow('Broken');
	await workflow.saveAgain(both);
	await service.control.seedRuns([{ filename: 'Failed after', status: 'failed' }]);
	await workflow.poll();
	expect(workflow.names).toEqual(['Failed after']);
});

test.each([
	{ overlap: 10, names: [] },
	{ overlap: 600, names: ['Late'] },
])('a run listed five hours late, with $overlap as Time for New Runs to Show', async (given) => {
	const { overlap, names } = given;
	await service.control.seedRuns([{ count: 10, createdAgoMs: 60_000 }]);
	const workflow = await service.activated({ parameters: { options: { overlap } } });
	// Each poll moves the cursor, which the activation has set.
	await workflow.poll();
	await service.control.seedRuns([{ filename: 'Late', createdAgoMs: 5 * 3_600_000 }]);
	await workflow.poll();
	expect(workflow.names).toEqual(names);
});

test('a longer Time for New Runs to Show repeats no runs', async () => {
	const workflow = await service.activated({ parameters: { options: { overlap: 1 } } });
	await service.control.seedRuns([{ count: 5, spacingMs: 60_000, createdAgoMs: 300_000 }]);
	await workflow.poll();
	await service.control.advance(3_600_000);
	await service.control.seedRuns([{ filename: 'Later' }]);
	await workflow.poll();
	await workflow.saveAgain({ parameters: { options: { overlap: 600 } } });
	await workflow.poll();
	expect(workflow.names).toEqual(['Run 1', 'Run 2', 'Run 3', 'Run 4', 'Run 5', 'Later']);
});

test('a filter whose value is another one in each poll loses and repeats no runs', async () => {
	const metadata = { due: 1 };
	const open = await service.control.seedRuns([{ count: 6, status: 'processing', metadata }]);
	const later = { metadata_name: 'due', operator: 'less', value: '={{ $now.toMillis() }}' };
	const workflow = await service.activated({
		parameters: { metadata_filters: { conditions: [later] } },
	});
	for (const run of open) {
		await service.finish([run]);
		await service.control.seedRuns([{ metadata }]);
		await time.pass(10 * 60_000);
		time.flow();
		await workflow.poll();
	}
	expect(workflow.errors).toEqual([]);
	expect(workflow.items).toHaveLength(12);
	expect(new Set(workflow.items.map(({ id }) => id)).size).toBe(12);
	await service.control.clearRequests();
	await workflow.poll();
	const { query = 0 } = await service.requestCounts();
	expect(query).toBeLessThan(10);
});
