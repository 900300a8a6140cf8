import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';

const service = new SandboxedTrigger();

test('a manual test in the editor outputs the newest finished run as a sample, and changes no state', async () => {
	await service.control.seedRuns([
		{ filename: 'Old', createdAgoMs: 60_000 },
		{ filename: 'New', status: 'failed', createdAgoMs: 30_000 },
		{ filename: 'Open', status: 'processing', createdAgoMs: 10_000 },
	]);
	const untested = service.workflow();
	await untested.test();
	expect(untested.names).toEqual(['New']);
	expect(untested.savedState).toBe('');

	const workflow = await service.activated({
		parameters: { events: ['completed'], filters: { filename: 'newest' } },
	});
	const before = workflow.savedState;
	await service.control.seedRuns([
		{ filename: 'Newest', createdAgoMs: 1_000 },
		{ filename: 'Newest that failed', status: 'failed' },
		{ filename: 'Other' },
	]);
	await workflow.test();
	expect(workflow.names).toEqual(['Newest']);
	expect(workflow.savedState).toBe(before);
	await workflow.poll();
	expect(workflow.names).toEqual(['Newest', 'Newest']);
});
