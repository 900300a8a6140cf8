// Sources: trigger/openRuns.ts
import type { IDataObject } from 'n8n-workflow';
import type { RunCriteria } from '../../../nodes/DocScore/runs/criteria';
import { type FakeRun, range, runAt, runsAt, setStatus } from '../runs/fakeRuns';
import { FakeService } from '../runs/fakeService';
import { TriggerProcess } from './driver';

const MINUTE_MS = 60_000;

/** A queue of runs from hours ago: 250 are processed, oldest first, and 20 wait. */
function queue() {
	const processing = runsAt(range(250, 10_000, -180 * MINUTE_MS), 'processing', 'queue ');
	const pending = runsAt(range(20, 10_000, -130 * MINUTE_MS), 'pending', 'queue ');
	const recent = runsAt(range(10, 1_000, -10_000), 'completed');
	return { processing, pending, recent };
}

function watched(service: FakeService) {
	const trigger = new TriggerProcess(() => service.time);
	const data: IDataObject = {};
	const output: string[] = [];
	const poll = async (criteria: RunCriteria = {}) => {
		service.time += MINUTE_MS;
		const { runs } = await trigger.poll({
			node: 'Trigger',
			data,
			reader: service,
			settings: {
				criteria,
				events: ['completed', 'failed'],
				overlapMs: 10 * MINUTE_MS,
				accountHash: 'a',
			},
			isListTimeUp: () => false,
			leftMs: () => Infinity,
			log: () => {},
		});
		output.push(...runs.map(({ id }) => id));
	};
	return { poll, output };
}

/** While the second page of the runs in processing is read, the oldest one ends, and another begins. */
function moveQueue(service: FakeService, { processing, pending }: Record<string, FakeRun[]>) {
	let hasMoved = false;
	service.onRequest = (asked) => {
		if (hasMoved || !asked.startsWith('processing') || !asked.includes('page 2')) return;
		hasMoved = true;
		setStatus(processing?.[0], 'completed');
		setStatus(pending?.[0], 'processing');
	};
}

test('a run that ends while the first poll reads its lists is emitted by the next one', async () => {
	const recent = runsAt(range(150, 100, -20_000), 'completed');
	const last = runAt(-1);
	const service = new FakeService([...recent, last], { order: 'newest' });
	const { poll, output } = watched(service);
	// The last page of the runs since the cursor, whose first page shows the run in processing.
	service.onRequest = (asked) => {
		if (/^all -\d+\.\. page 2$/.test(asked)) setStatus(last, 'completed');
	};
	await poll();
	expect(service.statusOf(last)).toBe('completed');
	await poll();
	expect(output).toEqual([last.id]);
});

test('runs are in order of creation, whatever the form of their times, after those without times', async () => {
	const times = new Map([
		['a', null],
		['b', '2026-01-05T12:00:01Z'],
		['c', '2026-01-05T12:00:01.5Z'],
		['d', null],
	]);
	const service = new FakeService(runsAt([]));
	const { poll, output } = watched(service);
	await poll();
	service.runs = [...times.keys()].map((id, at) => runAt(at * 500 + 500, 'completed', id));
	const details = service.details.bind(service);
	service.details = async (id) => Object.assign(await details(id), { createdTime: times.get(id) });
	await poll();
	expect(output).toEqual(['a', 'd', 'b', 'c']);
});

const ids = (runs: FakeRun[]) => runs.map(({ id }) => id).sort();

describe.each(['oldest', 'newest', 'id'] as const)('with lists by %s', (order) => {
	it.each<[string, RunCriteria[]]>([
		['the first poll', [{}]],
		['a change of filters', [{}, {}, { filters: { filename: 'queue' } }]],
	])('%s loses no run of a queue that moves meanwhile', async (_, polls) => {
		const { processing, pending, recent } = queue();
		const service = new FakeService([...processing, ...pending, ...recent], { order });
		const { poll, output } = watched(service);
		const last = polls.at(-1);
		for (const criteria of polls.slice(0, -1)) await poll(criteria);
		moveQueue(service, { processing, pending });
		await poll(last);
		const open = [...processing.slice(1), ...pending];
		for (const run of open) setStatus(run, 'completed');
		for (let later = 0; later < 10; later++) await poll(last);
		// The one that ended meanwhile may be of the past.
		expect(output.filter((id) => id !== processing[0]?.id).sort()).toEqual(ids(open));
		expect(new Set(output).size).toBe(output.length);
	});
});
