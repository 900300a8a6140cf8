import * as fc from 'fast-check';
import { readFirstRuns } from '../../../nodes/DocScore/runs/firstRuns';
import { ServiceError } from '../../../nodes/DocScore/service/errors';
import { toResult } from '../../../nodes/DocScore/service/result';
import { holds } from '../../harness/jest/draws';
import { type Spread, spreads, type Temper, tempers } from './temper';
import { TemperedLister } from './temperedLister';

/** More requests than any temper may cost. Ends a test that would otherwise not end. */
const STORM = 5_000;

async function read(lister: TemperedLister, count: number, status?: string) {
	const query: TemperedLister['query'] = async (asked) => {
		if (lister.requests >= STORM) throw new Error('A storm');
		return await lister.query(asked);
	};
	const runs = await toResult(
		readFirstRuns({ query }, status ? { filters: { status } } : {}, count),
	);
	if (runs.ok) return { ids: runs.value.map(({ id }) => id), error: null };
	expect(runs.error).toBeInstanceOf(ServiceError);
	return { ids: null, error: String(runs.error) };
}

const runsOf = (count: number): Spread => [{ count, spacingMs: 1_000, gapMs: 0 }];

describe('Limit', () => {
	it('returns that many runs if they exist, or fails, within its request budget', async () => {
		const property = fc.asyncProperty(
			tempers,
			spreads,
			fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constantFrom(100, 200, 5_000)),
			fc.constantFrom(undefined, 'processing'),
			fc.nat(),
			async (temper, spread, count, status, seed) => {
				const lister = new TemperedLister(temper, spread, seed);
				const { ids } = await read(lister, count, status);
				const pages = Math.min(count, lister.runs.length) / 100;
				expect(lister.requests).toBeLessThanOrEqual(50 + 12 * pages);
				if (ids === null) return;
				const { always, ever } = lister.expected({ filters: status ? { status } : {} });
				expect(ids.length).toBeGreaterThanOrEqual(Math.min(count, always.length));
				expect(ids.length).toBeLessThanOrEqual(count);
				expect(new Set(ids).size).toBe(ids.length);
				expect(ids.filter((id) => !ever.has(id))).toEqual([]);
			},
		);
		const arriving: Partial<Temper> = { order: 'random', total: 'missing', arrivals: 0.1 };
		await holds('First runs', property, {
			numRuns: 100,
			// All runs of the last page had been on the first page, which counted as the end.
			examples: [
				[
					{ ...arriving, sharpMs: 1_000 },
					[{ count: 200, spacingMs: 0, gapMs: 0 }],
					5_000,
					'processing',
					446234666,
				],
			],
		});
	});

	it.each<[string, Partial<Temper>, number, number, number]>([
		['shows the last page again', { pastEnd: 'last page' }, 100, 150, 3],
		[
			'shows the last page again and does not count',
			{ pastEnd: 'last page', total: 'missing' },
			100,
			150,
			4,
		],
		['has more runs than requested', {}, 400, 250, 3],
		['has one page', {}, 20, 50, 1],
		['has no runs', {}, 0, 50, 1],
		['has no runs and does not count', { total: 'missing' }, 0, 50, 1],
		['does not count', { total: 'missing' }, 250, 1_000, 3],
	])('stops if the service %s', async (_, change, there, count, requests) => {
		const lister = new TemperedLister(change, runsOf(there));
		const { ids } = await read(lister, count);
		expect(ids).toHaveLength(Math.min(there, count));
		expect(lister.requests).toBeLessThanOrEqual(requests);
	});
});
