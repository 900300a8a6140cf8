import type { INodeParameters } from 'n8n-workflow';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';

const service = new SandboxedTrigger();

test('the activation emits nothing; later finished runs are emitted once, oldest first', async () => {
	const { control } = service;
	await control.seedRuns([{ count: 3, filename: 'Past {n}', createdAgoMs: 30_000 }]);
	const [open = ''] = await control.seedRuns([{ status: 'pending', createdAgoMs: 90_000_000 }]);
	const workflow = await service.activated();
	await workflow.poll();
	expect(workflow.emissions).toEqual([]);

	await control.seedRuns([
		{ filename: 'Third', createdAgoMs: 1_000 },
		{ filename: 'Second', createdAgoMs: 2_000 },
	]);
	await control.setRun(open, { status: 'completed' });
	await workflow.poll();
	await workflow.poll();
	expect(workflow.emissions).toHaveLength(1);
	expect(workflow.names).toEqual(['Run 1', 'Second', 'Third']);
});

test('a finished run that changes again is not emitted again', async () => {
	const workflow = await service.activated();
	const ids = await service.control.seedRuns([{ count: 2 }]);
	await workflow.poll();
	for (const status of ['processing', 'failed', 'completed'] as const) {
		for (const id of ids) await service.control.setRun(id, { status });
		await workflow.poll();
	}
	expect(workflow.items).toHaveLength(2);
	expect(workflow.errors).toEqual([]);
});

test.each(['simplified', 'fieldsOnly', 'itemPerField', 'raw'])(
	'the output %s is the same as that of Get',
	async (output) => {
		const workflow = await service.activated({ parameters: { output } });
		const [id = ''] = await service.control.seedRuns([{ metadata: { department: 'sales' } }]);
		await workflow.poll();
		const run = { resource: 'run', operation: 'get', runId: { mode: 'id', value: id }, output };
		const { items } = await service.run({ parameters: run });
		expect(workflow.items).toEqual(items.map(({ json }) => json));
		expect(workflow.items.length).toBeGreaterThan(0);
	},
);

test('only the selected events are emitted, and others need no details', async () => {
	const workflow = await service.activated({ parameters: { events: ['failed'] } });
	await service.control.seedRuns([{ filename: 'Done' }, { filename: 'Bad', status: 'failed' }]);
	await service.control.clearRequests();
	await workflow.poll();
	expect(workflow.names).toEqual(['Bad']);
	expect(await service.requestCounts()).toMatchObject({ details: 1 });
});

test.each<[string, INodeParameters]>([
	['name', { filters: { filename: 'wanted' } }],
	['template', { filters: { extraction_template_id: '{receipt}' } }],
	[
		'metadata',
		{
			metadata_filters: {
				conditions: [{ metadata_name: 'pages', operator: 'greater', value: '3' }],
			},
		},
	],
])('only runs that match the filter for the %s are emitted', async (_, parameters) => {
	const { receipt } = service.sandbox.templates;
	const text = JSON.stringify(parameters).replace('{receipt}', receipt);
	const workflow = await service.activated({ parameters: JSON.parse(text) });
	await service.control.seedRuns([
		{ filename: 'Wanted', templateId: receipt, metadata: { pages: 4 } },
		{ filename: 'Other', metadata: { pages: 2 } },
	]);
	await workflow.poll();
	expect(workflow.names).toEqual(['Wanted']);
});

describe('The runs of a poll', () => {
	it.each(['newest', 'oldest'] as const)(
		'are in order of creation if lists show them %s first',
		async (pageOrder) => {
			const { control } = service;
			await control.setDialect({ pageOrder });
			const workflow = await service.activated();
			const createdTime = new Date((await control.now()) - 60_000).toISOString();
			const later = new Date((await control.now()) - 30_000).toISOString();
			const names = Array.from({ length: 25 }, (_, index) => `Run ${index}`);
			await control.seedRuns(names.map((filename) => ({ filename, createdTime })));
			await control.seedRuns([{ filename: 'Later', createdTime: later }]);
			await workflow.poll();
			// Runs of the same moment are in any order.
			expect(workflow.names.slice(0, -1).sort()).toEqual([...names].sort());
			expect(workflow.names.at(-1)).toBe('Later');
		},
	);

	it('are in order of creation within a millisecond, in any order of the lists', async () => {
		const { control } = service;
		await control.setDialect({ pageOrder: 'random', timeDigits: 'us' });
		const workflow = await service.activated();
		const moment = new Date((await control.now()) - 60_000).toISOString().slice(0, -1);
		const names = Array.from({ length: 9 }, (_, index) => `Run ${index}`);
		await control.seedRuns(
			names.map((filename, index) => ({ filename, createdTime: `${moment}${index}5Z` })),
		);
		await workflow.poll();
		expect(workflow.names).toEqual(names);
	});
});
