import { useDrivenTime } from '../../harness/jest/drivenTime';
import { type Persistence, PollingWorkflow } from '../../harness/n8n/pollingWorkflow';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';

/** After this time, n8n cannot save anything that it has not saved yet. */
const DISCARDED_AFTER_MS = 30_000;

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

const service = new SandboxedTrigger();
const time = useDrivenTime(service);

describe.each<Persistence>(['legacy', 'scheduler', 'durable'])('with the %s state', (kind) => {
	test('no run is repeated or lost over empty polls, emissions and errors', async () => {
		const { control } = service;
		const open = await control.seedRuns([
			{ count: 4, status: 'processing', spacingMs: 1000, createdAgoMs: 7_200_000 },
		]);
		const workflow = await service.activated({ persistence: kind });
		await workflow.poll();
		await service.finish(open.slice(0, 2));
		await workflow.poll();
		for (const endpoint of ['query', 'details'] as const) {
			await control.addFault({ kind: 'status', status: 400, endpoint });
		}
		await service.finish(open.slice(2, 3));
		await workflow.poll();
		expect(workflow.errors).toHaveLength(1);
		await control.clearFaults();
		await workflow.poll();
		await service.finish(open.slice(3));
		await workflow.poll();
		await workflow.poll();
		expect(workflow.emissions.map((items) => items.length)).toEqual([2, 1, 1]);
		expect(workflow.names).toEqual(['Run 1', 'Run 2', 'Run 3', 'Run 4']);
	});

	test('overlapping polls emit each run once', async () => {
		const workflow = await service.activated({ persistence: kind });
		await service.control.seedRuns([{ count: 12 }]);
		await Promise.all([workflow.poll(), workflow.poll(), workflow.poll()]);
		await workflow.poll();
		expect(workflow.items).toHaveLength(12);
	});

	test.each(['activate', 'restart'] as const)(
		'a workflow that was inactive for a week outputs what finished meanwhile: %s',
		async (again) => {
			const { control } = service;
			const open = await control.seedRuns([{ count: 3, status: 'pending' }]);
			const workflow = await service.activated({ persistence: kind });
			await service.finish(open.slice(0, 1));
			await workflow.poll();
			await control.advance(WEEK_MS / 2);
			await service.finish(open.slice(1, 2));
			await control.seedRuns([{ filename: 'Meanwhile' }]);
			await control.advance(WEEK_MS / 2);
			await workflow[again]();
			await service.finish(open.slice(2));
			await workflow.poll();
			expect([...workflow.names].sort()).toEqual(['Meanwhile', 'Run 1', 'Run 2', 'Run 3']);
		},
	);

	test('a restart continues from the last saved state', async () => {
		const open = await service.control.seedRuns([{ count: 3, status: 'pending' }]);
		const workflow = await service.activated({ persistence: kind });
		await service.finish(open.slice(0, 1));
		await workflow.poll();
		await service.finish(open.slice(1));
		await workflow.restart();
		await workflow.poll();
		expect(workflow.emissions.map((items) => items.length)).toEqual([1, 2]);
	});
});

test('a state that is restored from a backup continues from there, and later outputs are repeated', async () => {
	const open = await service.control.seedRuns([{ count: 3, status: 'pending' }]);
	const workflow = await service.activated();
	await service.finish(open.slice(0, 1));
	await workflow.poll();
	const backup = workflow.savedState;
	await service.finish(open.slice(1));
	await workflow.poll();
	workflow.savedState = backup;
	await workflow.restart();
	await workflow.poll();
	expect(workflow.emissions.map((items) => items.length)).toEqual([1, 2, 2]);
});

test('saving the workflow during a poll neither repeats nor loses runs', async () => {
	const workflow = await service.activated();
	await service.control.seedRuns([{ count: 12 }]);
	const former = await startPoll(workflow);
	const saved = workflow.saveAgain();
	time.flow();
	await Promise.all([former.polled, saved]);
	await workflow.poll();
	expect(workflow.items).toHaveLength(12);
});

test('runs that a poll finds while Output is changed have the new form', async () => {
	const workflow = await service.activated();
	await service.control.seedRuns([{ count: 12 }]);
	const former = await startPoll(workflow);
	const saved = workflow.saveAgain({ parameters: { output: 'raw' } });
	time.flow();
	await Promise.all([former.polled, saved]);
	await workflow.poll();
	expect(workflow.items).toEqual(
		Array(12).fill(expect.objectContaining({ output_schema: expect.anything() })),
	);
});

test('runs that n8n discarded with the former workflow are emitted again', async () => {
	const workflow = await service.activated();
	await service.control.seedRuns([{ count: 12 }]);
	const former = await startPoll(workflow);
	workflow.supersede();
	time.flow();
	await former.polled;
	await workflow.saveAgain();
	expect(workflow.items).toEqual([]);
	await time.pass(DISCARDED_AFTER_MS - 1);
	await workflow.poll();
	expect(workflow.items).toEqual([]);
	await time.pass(1);
	await workflow.poll();
	expect(workflow.items).toHaveLength(12);
});

/** A poll with a request whose response arrives only when time flows. */
async function startPoll(workflow: PollingWorkflow): Promise<{ polled: Promise<void> }> {
	const { control } = service;
	await control.clearRequests();
	const latency = { kind: 'latency', by: 'clock', ms: 300 } as const;
	await control.addFault({ ...latency, endpoint: 'query', times: 1 });
	const polled = workflow.poll();
	await time.pass(0);
	expect(await service.requestCounts()).toEqual({ query: 1 });
	return { polled };
}

test('a state of a newer version begins anew with a warning, as after a rollback', async () => {
	const [early, between, late] = await service.control.seedRuns(
		['Early', 'Between', 'Late'].map((filename) => ({ filename, status: 'processing' })),
	);
	const workflow = await service.activated();
	await service.finish([early ?? '']);
	await workflow.poll();
	const state: { version: number } = JSON.parse(workflow.savedState);
	workflow.savedState = JSON.stringify({ ...state, version: state.version + 1 });
	await service.finish([between ?? '']);
	await workflow.restart();
	await workflow.poll();
	await service.finish([late ?? '']);
	await workflow.poll();
	expect(workflow.warnings).toEqual([expect.stringContaining('cannot be read')]);
	// Nothing is emitted twice. The run that is still open is emitted when it finishes; the one that
	// finished in between is not.
	expect(workflow.names).toEqual(['Early', 'Late']);
});

test('a state that was copied with its workflow begins anew, with a warning', async () => {
	const { control } = service;
	const [open = ''] = await control.seedRuns([{ filename: 'Open', status: 'processing' }]);
	const workflow = await service.activated();
	await control.seedRuns([{ filename: 'Before' }]);
	await workflow.poll();
	await control.seedRuns([{ filename: 'Of the first workflow' }]);
	await workflow.copy();
	expect(workflow.warnings).toEqual([expect.stringContaining('copied from another workflow')]);
	await service.finish([open]);
	await workflow.poll();
	expect(workflow.names).toEqual(['Before', 'Open']);
	// An edited or renamed workflow is still the same.
	await service.control.seedRuns([{ filename: 'Later' }]);
	await workflow.saveAgain({ parameters: { events: ['completed'] }, name: 'Documents' });
	await workflow.poll();
	expect(workflow.names.at(-1)).toBe('Later');
	expect(workflow.warnings).toHaveLength(1);
});

test('two workflows whose triggers have the same name poll at once, and both emit each run', async () => {
	const open = await service.control.seedRuns([{ count: 2, status: 'processing' }]);
	const workflows = [await service.activated(), await service.activated()];
	for (const id of open) {
		await service.finish([id]);
		await Promise.all(workflows.map(async (workflow) => await workflow.poll()));
	}
	for (const { names } of workflows) expect(names).toEqual(['Run 1', 'Run 2']);
});

test('a finished run that an unknown one hides in the totals is found when the next one finishes', async () => {
	const { control } = service;
	const old = { status: 'processing', createdAgoMs: 86_400_000, spacingMs: 10_000 } as const;
	const open = await control.seedRuns([{ ...old, count: 300 }, { count: 5 }]);
	const workflow = await service.activated();
	await service.finish(open.slice(200, 201));
	await control.seedRuns([{ ...old, createdAgoMs: 86_000_000, filename: 'Unknown' }]);
	await workflow.poll();
	await service.finish(open.slice(100, 101));
	for (let poll = 0; poll < 5; poll++) await workflow.poll();
	expect(workflow.names.sort()).toEqual(['Run 101', 'Run 201']);
});

test('a deleted run is dropped after three polls that did not find it, with a warning', async () => {
	const [id = ''] = await service.control.seedRuns([{ status: 'processing' }]);
	const workflow = await service.activated();
	await service.control.deleteRun(id);
	for (let poll = 0; poll < 2; poll++) await workflow.poll();
	expect(workflow.warnings).toEqual([]);
	await workflow.poll();
	expect(workflow.warnings).toEqual([expect.stringContaining(id)]);
	await service.control.clearRequests();
	await workflow.poll();
	expect(await service.requestCounts()).toEqual({ query: 1 });
});

test('a run that takes days, here a month, is output when it finishes', async () => {
	const stuck = await service.control.seedRuns([{ filename: 'Stuck', status: 'processing' }]);
	const workflow = await service.activated();
	for (let day = 0; day < 30; day++) {
		await service.control.advance(DAY_MS);
		await service.control.seedRuns([{ filename: `Day ${day}` }]);
		await workflow.poll();
	}
	await workflow.restart();
	await service.finish(stuck);
	await workflow.poll();
	expect(workflow.items).toHaveLength(31);
	expect(workflow.names.at(-1)).toBe('Stuck');
});
