import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';
import type { Dialect } from '../../sandbox/dialect';

const service = new SandboxedTrigger();

const MINUTE_MS = 60_000;

test.each<Partial<Dialect>>([
	{ boundPrecision: 'days' },
	{ boundPrecision: 'days', bounds: 'inclusive' },
])('with time bounds that are compared by days, the activation fails: %j', async (dialect) => {
	await service.control.setDialect(dialect);
	// The newest runs are of one day, whatever the time is now.
	await service.control.seedRuns([
		{ count: 300, spacingMs: 10 * MINUTE_MS, createdTime: '2026-03-01T12:00:00Z' },
	]);
	await expect(service.workflow().activate()).rejects.toThrow('between startTime and endTime');
});

test('runs without created_time are left out, with one line in the log', async () => {
	const { control } = service;
	await control.setDialect({ timeMissing: 'odd', oddRun: 1 });
	await control.seedRuns([{ filename: 'Past' }]);
	const workflow = await service.activated();
	await control.seedRuns([{ filename: 'Undated' }, { filename: 'Dated' }]);
	for (let poll = 0; poll < 3; poll++) await workflow.poll();
	expect(workflow.names).toEqual(['Dated']);
	expect(workflow.warnings).toEqual([expect.stringContaining('have no created_time')]);
	expect(workflow.errors).toEqual([]);
});

test('if more than a page of runs has no created_time, the activation fails', async () => {
	await service.control.setDialect({ timeMissing: 'always' });
	await service.control.seedRuns([{ count: 120 }]);
	await expect(service.workflow().activate()).rejects.toThrow('returns no creation times');
});
