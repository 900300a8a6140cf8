// Sources: runs/incompleteList.ts, runs/pages.ts
import * as fc from 'fast-check';
import { readAllRuns } from '../../../nodes/DocScore/runs/allRuns';
import type { RunCriteria } from '../../../nodes/DocScore/runs/criteria';
import { ServiceError } from '../../../nodes/DocScore/service/errors';
import { toResult } from '../../../nodes/DocScore/service/result';
import { holds } from '../../harness/jest/draws';
import { listed } from './listed';
import { DAY_MS, type Spread, spreads, type Temper, tempers } from './temper';
import { START_MS, TemperedLister } from './temperedLister';

/** More requests than any temper may cost. Ends a test that would otherwise not end. */
const STORM = 30_000;

interface Reading {
	/** Null if not all runs were read; `error` then says why. */
	ids: string[] | null;
	error: string | null;
	lister: TemperedLister;
}

async function read(lister: TemperedLister, search: RunCriteria = {}): Promise<Reading> {
	const query: TemperedLister['query'] = async (asked) => {
		if (lister.requests >= STORM) throw new Error('A storm');
		return await lister.query(asked);
	};
	const runs = await toResult(readAllRuns({ query }, search));
	if (runs.ok) return { ids: runs.value.map(({ id }) => id), error: null, lister };
	const { error } = runs;
	const description = expect.stringMatching(/contact the provider|set a Limit/i);
	const details = { description, outcome: 'rejected', transient: false };
	expect(error).toMatchObject({ name: 'ServiceError', details });
	return { ids: null, error: String(error), lister };
}

const perHundred = (lister: TemperedLister, each: number, more: number) =>
	(each * lister.runs.length) / 100 + more;

/** Descriptions of what is wrong with the reading. */
function faultsOf({ ids, lister }: Reading, search: RunCriteria): string[] {
	const faults: string[] = [];
	// The first page comes before the budget.
	if (lister.requests > perHundred(lister, 12, 50) + 1) faults.push(`${lister.requests} requests`);
	if (ids === null) return faults;
	const { always, ever } = lister.expected(search);
	const shown = new Set(ids);
	const lacking = always.filter((id) => !shown.has(id)).length;
	if (lacking > 0) faults.push(`${lacking} of ${always.length} runs are lacking`);
	if (shown.size < ids.length) faults.push('a run came twice');
	if (ids.some((id) => !ever.has(id))) faults.push('a run was not asked for');
	return faults;
}

const evenly = (count: number, spacingMs: number): Spread => [{ count, spacingMs, gapMs: 0 }];

async function readEvenly(
	change: Partial<Temper>,
	count: number,
	spacingMs: number,
	search: RunCriteria = {},
) {
	const lister = new TemperedLister(change, evenly(count, spacingMs));
	const reading = await read(lister, search);
	expect(faultsOf(reading, search)).toEqual([]);
	return { count: reading.ids?.length, error: reading.error, requests: lister.requests };
}

const searches: fc.Arbitrary<RunCriteria> = fc.constantFrom<RunCriteria>(
	{},
	{},
	{ filters: { status: 'processing' } },
	{ filters: { startTime: new Date(START_MS + 3 * 3_600_000).toISOString() } },
	{ filters: { status: 'completed', endTime: new Date(START_MS + 3_600_000).toISOString() } },
);

describe('Return All', () => {
	it('returns each run once that exists throughout, or fails, within its request budget', async () => {
		const property = fc.asyncProperty(
			tempers,
			spreads,
			searches,
			fc.nat(),
			async (temper, spread, search, seed) => {
				const reading = await read(new TemperedLister(temper, spread, seed), search);
				expect(faultsOf(reading, search)).toEqual([]);
				const { lister, ids } = reading;
				const still = temper.arrivals === 0 && temper.changes === 0 && !search.filters;
				if (still && lister.hides) expect(ids).toBeNull();
			},
		);
		await holds('All runs', property, { numRuns: 35 });
	});

	it('sends at most 2 requests per 100 runs and 20 more to a plain service', async () => {
		const property = fc.asyncProperty(
			fc.record({
				order: fc.constantFrom<Temper['order']>('newest', 'oldest'),
				inclusive: fc.boolean(),
				pastEnd: fc.constantFrom<Temper['pastEnd']>('nothing', 'last page'),
				zone: fc.constantFrom<Temper['zone']>('utc', 'offset', 'none'),
			}),
			fc.oneof(
				spreads,
				fc
					.tuple(
						fc.integer({ min: 0, max: 2_000 }),
						fc.constantFrom(0, 1, 37, 150, 410, 2_000, 60_000, 5_400_000),
					)
					.map(([count, spacingMs]) => evenly(count, spacingMs)),
			),
			fc.constantFrom<RunCriteria>({}, { filters: { status: 'completed' } }),
			async (change, spread, search) => {
				const lister = new TemperedLister(change, spread);
				const reading = await read(lister, search);
				expect(reading.error).toBeNull();
				expect(faultsOf(reading, search)).toEqual([]);
				expect(lister.requests).toBeLessThanOrEqual(perHundred(lister, 2, 20));
			},
		);
		await holds('All runs of a plain service', property, { numRuns: 20 });
	});

	const processing = { filters: { status: 'processing' } };
	const later = { filters: { startTime: new Date(START_MS + 1_000).toISOString() } };
	const earlier = { filters: { endTime: new Date(START_MS + 3 * 3_600_000).toISOString() } };

	it.each<[string, Partial<Temper>, number, number, RunCriteria?]>([
		['exclusive bounds in seconds', { sharpMs: 1_000 }, 450, 20],
		['exclusive bounds and times in seconds', { sharpMs: 1_000, shown: 'seconds' }, 450, 20],
		['exclusive bounds in seconds, for one status', { sharpMs: 1_000 }, 900, 10, processing],
		['times in seconds', { shown: 'seconds' }, 1_000, 37],
		['pages whose order changes', { order: 'random' }, 450, 60_000],
		['inclusive bounds in seconds', { sharpMs: 1_000, inclusive: true }, 600, 1],
		['local times', { zone: 'local' }, 1_000, 60_000, later],
		['local times, and an end is asked for', { zone: 'local' }, 1_000, 60_000, earlier],
	])('returns all runs if the service has %s', async (_, change, count, spacingMs, search = {}) => {
		const reading = await readEvenly(change, count, spacingMs, search);
		expect(reading.error).toBeNull();
	});

	it.each([
		[99, 1],
		[100, 2],
		[250, 6],
	])('of %i runs takes %i requests', async (count, requests) => {
		expect((await readEvenly({}, count, 1_000)).requests).toBe(requests);
	});

	it.each<[string, Partial<Temper>, number, string]>([
		[
			'counts a run that it never shows',
			{ total: 'hidden' },
			50,
			'counts 50 runs, but lists only 49',
		],
		['counts one of many runs that it never shows', { total: 'hidden' }, 1_000, 'lists only'],
		[
			'counts five runs on an empty page',
			{ firstPage: 'empty' },
			5,
			'counts 5 runs, but lists only 0',
		],
		['does not count', { total: 'missing' }, 150, 'did not return the number of runs'],
	])('fails if the service %s', async (_, change, count, message) => {
		const { error } = await readEvenly(change, count, 60_000);
		expect(error).toContain(message);
	});

	it('returns all runs of a status, or fails, if a part lacks a run that the whole span counts', async () => {
		const lister = new TemperedLister({}, evenly(1_000, 60_000), 1, ['processing']);
		const lost = lister.runs[500]?.id;
		const query: TemperedLister['query'] = async (asked) => {
			const page = await lister.query(asked);
			const runs = page.runs.filter(({ id }) => id !== lost);
			const isPart = asked.filters?.startTime && asked.filters.endTime;
			if (!isPart || runs.length === page.runs.length) return page;
			return { runs, totalCount: runs.length };
		};
		const runs = await toResult(readAllRuns({ query }, processing));
		expect(runs.ok ? runs.value.length : 1_000).toBe(1_000);
	});

	it('fails if the service counts a run at the end of the span but does not list it', async () => {
		const lister = new TemperedLister({}, [{ count: 150, spacingMs: 1_000, gapMs: DAY_MS }]);
		const query: TemperedLister['query'] = async (asked) => {
			const { runs, totalCount } = await lister.query(asked);
			return { runs, totalCount: (totalCount ?? 0) + (asked.filters?.endTime ? 0 : 1) };
		};
		await expect(readAllRuns({ query }, {})).rejects.toThrow('counts 151 runs, but lists only 150');
	});

	it.each([1_000, 1_000_000_000_000])(
		'gives up soon if the service counts %i runs but lists 100',
		async (much) => {
			const lister = new TemperedLister({}, evenly(100, 60_000));
			const query: TemperedLister['query'] = async (asked) => {
				const { runs } = await lister.query(asked);
				return { runs, totalCount: much };
			};
			await expect(readAllRuns({ query }, {})).rejects.toThrow('lists only 100');
			expect(lister.requests).toBeLessThanOrEqual(62);
		},
	);

	it.each<[string, (page: number) => number]>([
		['as many as on one page', () => 100],
		['some more than on one page', () => 150],
		['1,000', () => 1_000],
		['always one more page', (page) => 100 * page + 1],
	])('ends with an error if pages never repeat, and %s are counted', async (_, count) => {
		let asked = 0;
		const query: TemperedLister['query'] = async ({ page }) => {
			if (asked++ > STORM) throw new Error('A storm');
			const runs = Array.from({ length: 100 }, (_run, index) => {
				const createdTime = new Date(START_MS + 1_000 * index).toISOString();
				return { ...listed(0, `${asked}/${index}`).run, createdTime };
			});
			return await Promise.resolve({ runs, totalCount: count(page) });
		};
		await expect(readAllRuns({ query }, {})).rejects.toBeInstanceOf(ServiceError);
		expect(asked).toBeLessThanOrEqual(1_000);
	});

	/** Completed runs, one of seven of which changes its status, beginning with the oldest. */
	function changing(from: string, to: string, change: Partial<Temper> = {}, most = Infinity) {
		const lister = new TemperedLister(change, evenly(2_000, 60_000), 1, ['completed']);
		const due = lister.runs.filter((_run, index) => index % 7 === 0 && index < 7 * most);
		for (const { statuses } of due) statuses.push({ since: 0, status: from });
		const changed = new Set<string>();
		const query: TemperedLister['query'] = async (asked) => {
			const run = lister.requests % 3 === 2 ? due.shift() : undefined;
			run?.statuses.push({ since: 0, status: to });
			if (run) changed.add(run.id);
			return await lister.query(asked);
		};
		return { lister, query, changed };
	}

	const completed = { filters: { status: 'completed' } };

	it.each([
		['gets it', 'processing', 'completed'],
		['loses it', 'completed', 'processing'],
	])(
		'returns all runs that stay in a status, if at each third request a run %s',
		async (_, from, to) => {
			const { lister, query, changed } = changing(from, to);
			const runs = await readAllRuns({ query }, completed);
			const shown = new Set(runs.map(({ id }) => id));
			const throughout = lister.expected(completed).always.filter((id) => !changed.has(id));
			expect(throughout.filter((id) => !shown.has(id))).toEqual([]);
			expect(shown.size).toBe(runs.length);
			expect(lister.requests).toBeLessThanOrEqual(perHundred(lister, 6, 20));
		},
	);

	it('returns a run that moves to an earlier page, as one before it leaves and one behind it joins', async () => {
		const lister = new TemperedLister({}, evenly(150, 60_000), 1, ['completed']);
		const [oldest, newest] = [lister.runs[0], lister.runs[148]];
		oldest?.statuses.push({ since: 0, status: 'processing' });
		let isBefore = true;
		const query: TemperedLister['query'] = async (asked) => {
			if (isBefore && asked.page === 2 && asked.filters?.endTime !== undefined) {
				isBefore = false;
				oldest?.statuses.push({ since: 0, status: 'completed' });
				newest?.statuses.push({ since: 0, status: 'processing' });
			}
			return await lister.query(asked);
		};
		const runs = await readAllRuns({ query }, completed);
		const shown = new Set(runs.map(({ id }) => id));
		expect(lister.runs.filter((run) => run !== newest && !shown.has(run.id))).toEqual([]);
	});

	it('returns the runs in process while some finish and others arrive', async () => {
		const openRuns = { filters: { status: 'processing' } };
		const readBusily = async (seed: number) => {
			const lister = new TemperedLister({ arrivals: 0.1 }, evenly(600, 20_000), seed);
			const open = lister.runs.filter((run) => lister.statusOf(run) === 'processing');
			const query: TemperedLister['query'] = async (asked) => {
				const run =
					lister.requests % 10 === seed % 10 ? open.splice((seed * 37) % 250, 1)[0] : null;
				run?.statuses.push({ since: 0, status: 'completed' });
				return await lister.query(asked);
			};
			return await toResult(readAllRuns({ query }, openRuns));
		};
		const results = await Promise.all(Array.from({ length: 40 }, (_, seed) => readBusily(seed)));
		expect(results.filter(({ ok }) => !ok)).toEqual([]);
	});

	it('needs few requests for batches of runs whose status changes', async () => {
		const batch = { count: 250, spacingMs: 300, gapMs: DAY_MS };
		const batches = Array.from({ length: 40 }, () => batch);
		const lister = new TemperedLister({ changes: 0.1 }, batches);
		const { always } = lister.expected(completed);
		expect((await readAllRuns(lister, completed)).length).toBeGreaterThan(0.9 * always.length);
		expect(lister.requests).toBeLessThanOrEqual(perHundred(lister, 2, 20));
	});

	it('fails if runs leave a status and one has no time, by which it would be found', async () => {
		const { query } = changing('completed', 'processing', { undated: 'one lost' }, 5);
		await expect(readAllRuns({ query }, completed)).rejects.toMatchObject({
			message: expect.stringContaining('between startTime and endTime'),
			details: { description: expect.stringContaining('Contact the provider') },
		});
	});
});
