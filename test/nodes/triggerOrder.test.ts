import { SandboxedTrigger } from '../harness/sandbox/sandboxedTrigger';

const service = new SandboxedTrigger();

describe('Runs of one moment are emitted in the order in which they were created', () => {
	it.each(['newest', 'oldest'] as const)('where lists show them %s', async (pageOrder) => {
		const { control } = service;
		await control.setDialect({ pageOrder });
		const workflow = await service.activated();
		const createdTime = new Date((await control.now()) - 60_000).toISOString();
		const later = new Date((await control.now()) - 30_000).toISOString();
		const names = Array.from({ length: 25 }, (_, index) => `Run ${index}`);
		await control.seedRuns(names.map((filename) => ({ filename, createdTime })));
		await control.seedRuns([{ filename: 'Later', createdTime: later }]);
		await workflow.poll();
		expect(workflow.names).toEqual([...names, 'Later']);
	});

	it('by digits finer than a millisecond, whatever the order of the lists', async () => {
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
