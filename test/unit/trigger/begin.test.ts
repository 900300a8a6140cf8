import type { RunFilters, RunQuery } from '../../../nodes/DocScore/service/types';
import { range } from '../runs/fakeRuns';
import { failure } from '../runs/fakeService';
import { Load } from './load';
import { evenly, type LoadRun } from './loadRuns';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The time of a first poll. */
const POLL_MS = 45_000;

const open = { finishAt: Infinity };

/** Throws the error for lists with these filters. */
const failing =
	(fails: (filters: RunFilters) => boolean, error?: Error) =>
	(asked: RunQuery | string): void => {
		if (typeof asked !== 'string' && fails(asked.filters ?? {})) throw error;
	};

describe('the first poll', () => {
	it.each([
		['lists take nearly all of its time', 6_000, 10],
		['it has no time for all older open runs', 3_000, 2_000],
	])('begins although %s', async (_, latencyMs, older) => {
		const load = new Load('newest', { min: latencyMs, max: latencyMs });
		load.add(evenly('old ', older, [load.time - 30 * HOUR_MS, load.time], () => open));
		load.add(evenly('run ', 300, [load.time - HOUR_MS, load.time]));
		await load.poll();
		expect([load.state === '', load.errors]).toEqual([false, []]);
	});

	const tooLong = expect.stringContaining('The first list of runs takes longer than a poll');

	it.each<[string, (filters: RunFilters) => boolean, unknown[]]>([
		['begins although its end cuts a list of older open runs', ({ status }) => Boolean(status), []],
		[
			'says that its end cuts the first list',
			({ startTime, endTime }) => startTime !== undefined && endTime === undefined,
			[expect.objectContaining({ message: tooLong })],
		],
	])('%s', async (_, cuts, errors) => {
		const load = new Load();
		load.add(evenly('run ', 10, [load.time - 9 * HOUR_MS, load.time]));
		load.fault = failing(
			(filters) => {
				const isCut = cuts(filters);
				if (isCut) load.time = Math.floor(load.time / MINUTE_MS) * MINUTE_MS + POLL_MS;
				return isCut;
			},
			failure(undefined, { transient: true }),
		);
		await load.poll();
		expect([load.state === '', load.errors]).toEqual([errors.length > 0, errors]);
	});

	it('fails if the lists of older open runs are rejected', async () => {
		const load = new Load();
		load.add(evenly('run ', 10, [load.time - 9 * HOUR_MS, load.time]));
		load.fault = failing(({ status }) => status !== undefined, failure(400));
		await load.poll();
		expect([load.state, load.errors]).toEqual(['', [failure(400)]]);
	});

	it.each([
		[2_000, 2_005],
		[2_001, 5],
	])('remembers %i runs of the last 75 minutes or none', async (count, done) => {
		const load = new Load();
		load.add(evenly('run ', count, [load.time - HOUR_MS, load.time - 20 * MINUTE_MS]));
		load.add(evenly('new ', 5, [load.time, load.time]));
		await load.poll();
		expect(JSON.parse(load.state)).toMatchObject({ done: { length: done } });
	});
});

describe('other filters', () => {
	const ended = ({ time }: Load, id: string, name = 'invoice'): LoadRun => ({
		id,
		name,
		created: time,
		finishAt: time,
	});

	/** A trigger for all runs that follows old ones, which end before the filter changes. */
	async function changing(count = 3): Promise<Load> {
		const load = new Load();
		const old = (name: string) =>
			evenly(`${name} `, count, [load.time - 9 * HOUR_MS, load.time - 6 * HOUR_MS], () => ({
				name,
				...open,
			}));
		load.add([...old('invoice'), ...old('letter')]);
		load.add(
			evenly('past ', 600, [load.time - 3 * HOUR_MS, load.time], () => ({ name: 'invoice' })),
		);
		await load.poll();
		await load.poll();
		load.finish(({ id }) => !id.endsWith(' 0'));
		load.add([ended(load, 'new invoice'), ended(load, 'new letter', 'letter')]);
		load.settings.criteria = { filters: { filename: 'invoice' } };
		return load;
	}

	/** What finished since the last poll and matches both filters. */
	const FINISHED = ['invoice 1', 'invoice 2', 'new invoice'];

	const emitted = (load: Load): string[] => load.emitted.map(({ id }) => id);

	it.each([
		[3, 25],
		[20, 46],
	])(
		'output once which of %i old runs have finished, with %i requests',
		async (count, requests) => {
			const load = await changing(count);
			const finished = range(count - 1, 1, 1).map((one) => `invoice ${one}`);
			expect(await load.poll()).toBe(requests);
			expect(emitted(load)).toEqual([...finished, 'new invoice']);
			const { length } = load.emitted;
			await load.poll();
			expect([load.emitted.length, load.errors]).toEqual([length, []]);
		},
	);

	it('output an old run that another one hides in the totals', async () => {
		const load = new Load();
		const old = (id: string, hours: number) => ({
			id,
			name: 'invoice',
			created: load.time - hours * HOUR_MS,
			...open,
		});
		load.add(range(150, 0.01, 6).map((hours, at) => old(`open ${at}`, hours)));
		load.add(evenly('past ', 10, [load.time - HOUR_MS, load.time]));
		await load.poll();
		load.finish(({ id }) => id === 'open 70');
		load.add([old('late', 7)]);
		load.settings.criteria = { filters: { filename: 'invoice' } };
		await load.poll();
		expect(emitted(load)).toEqual(['open 70']);
	});

	it('output what finishes while their open runs are listed', async () => {
		const load = await changing();
		load.fault = failing(({ status }) => {
			if (status === 'processing' && !load.runs.get('late')) load.add([ended(load, 'late')]);
			return false;
		});
		await load.poll();
		expect(emitted(load)).toContain('late');
	});

	it('lose no run if they take longer than a poll, which says so', async () => {
		const load = await changing();
		load.latency = { min: 8_000, max: 8_000 };
		await load.poll();
		const message = expect.stringContaining('The change of filters takes longer than a poll');
		expect(load.errors).toEqual([expect.objectContaining({ message })]);
		load.latency = { min: 100, max: 100 };
		await load.poll();
		expect(emitted(load)).toHaveLength(3);
	});

	it.each([
		[
			'go on if the service rejects the former ones',
			failure(400, { isOwnBody: true }),
			['invoice 1', 'invoice 2'],
		],
		['wait if a gateway rejects the former ones', failure(400), []],
		['wait if the service fails', failure(503, { isOwnBody: true, transient: true }), []],
	])('%s', async (_, error, first) => {
		const load = await changing();
		load.fault = failing(({ filename }) => filename === undefined, error);
		await load.poll();
		expect([emitted(load), load.errors]).toEqual([first, first.length > 0 ? [] : [error]]);
		load.fault = () => {};
		await load.poll();
		expect(emitted(load)).toEqual(first.length > 0 ? first : FINISHED);
	});
});
