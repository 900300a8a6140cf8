import * as fc from 'fast-check';
import { readSpan } from '../../../nodes/DocScore/runs/creationWalk';
import { findEdge } from '../../../nodes/DocScore/runs/edge';
import { ALWAYS, type List, listOf } from '../../../nodes/DocScore/runs/listing';
import { TimeStyle } from '../../../nodes/DocScore/runs/serviceTime';
import { readPages } from '../../../nodes/DocScore/runs/shiftingPages';
import { holds } from '../../harness/jest/draws';
import { DAY_MS, PLAIN, type Spread, spreads, type Temper, tempers } from './temper';
import { START_MS, TemperedLister } from './temperedLister';

/** More than any temper may cost; a test that gets there would not end. */
const STORM = 5_000;

class Walked {
	readonly found = new Set<string>();

	readonly lister: TemperedLister;

	readonly list: List;

	constructor(change: Partial<Temper>, spread: Spread, seed?: number) {
		this.lister = new TemperedLister({ ...PLAIN, ...change }, spread, seed);
		const query: TemperedLister['query'] = async (asked) => {
			if (this.lister.requests >= STORM) throw new Error('A storm');
			return await this.lister.query(asked);
		};
		this.list = listOf({ query }, {}, new TimeStyle(), (runs) => {
			for (const { id } of runs) this.found.add(id);
		});
	}
}

const evenly = (count: number, spacingMs: number): Spread => [{ count, spacingMs, gapMs: 0 }];

/** A group of runs all at once, and one that is evenly spaced after a gap. */
const later = (count: number, gapMs: number, others: number, spacingMs: number): Spread => [
	{ count, spacingMs: 0, gapMs },
	{ count: others, spacingMs, gapMs: 0 },
];

/** Whether the temper keeps to what docs/service.md, What is left open, says is assumed. */
const isReadable = ({ sharpMs, undated, total, firstPage, zone, order }: Temper): boolean =>
	sharpMs < DAY_MS &&
	undated === 'none' &&
	total === 'exact' &&
	firstPage === 'shown' &&
	zone !== 'local' &&
	order !== 'random';

describe('a walk through the times of creation', () => {
	it.each<[string, Partial<Temper>, number, number]>([
		['is plain', {}, 3_000, 60_000],
		['has a burst', {}, 3_000, 20],
		['compares whole seconds', { sharpMs: 1_000 }, 1_000, 100],
		['compares days', { sharpMs: DAY_MS, inclusive: true }, 3_000, 1_000],
		['counts what the bounds leave out', { total: 'timeless' }, 1_000, 60_000],
		['has a run without a time', { undated: 'one' }, 3_000, 60_000],
		['has no times', { undated: 'all' }, 1_000, 60_000],
		['shows the last page again', { pastEnd: 'last page', total: 'hidden' }, 1_000, 20],
	])('reads all where the service %s', async (_, change, count, spacingMs) => {
		const walked = new Walked(change, evenly(count, spacingMs));
		await readSpan(walked.list, ALWAYS);
		expect(walked.found.size).toBe(walked.lister.hides ? count - 1 : count);
		expect(walked.lister.requests).toBeLessThanOrEqual((12 * count) / 100 + 50);
	});

	it('ends whatever the service is like, and reads all where that can be told', async () => {
		const property = fc.asyncProperty(tempers, spreads, fc.nat(), async (temper, spread, seed) => {
			const walked = new Walked({ ...temper, arrivals: 0, changes: 0 }, spread, seed);
			await readSpan(walked.list, ALWAYS);
			const { requests, runs } = walked.lister;
			expect(requests).toBeLessThan(runs.length + 200);
			if (isReadable(temper)) expect(walked.found.size).toBe(runs.length);
		});
		await holds('Walks', property, {
			numRuns: 100,
			examples: [
				// Slices grew narrower with each empty one, and never came to the next run.
				[{ ...PLAIN, sharpMs: DAY_MS, total: 'timeless' }, later(1, 30 * DAY_MS, 200, 0), 0],
				// Each run had a slice narrowed down for it, as the count stayed the same.
				[
					{ ...PLAIN, order: 'status', total: 'timeless' },
					later(181, 0, 100, 5_400_000),
					544524836,
				],
			],
		});
	});

	it('crosses a long time without runs in few requests', async () => {
		const walked = new Walked({}, later(150, 30 * DAY_MS, 150, 20));
		await readSpan(walked.list, ALWAYS);
		expect(walked.found.size).toBe(300);
		expect(walked.lister.requests).toBeLessThanOrEqual(25);
	});

	it('ends where page after page is the last one, and nothing is counted', async () => {
		const change: Partial<Temper> = { pastEnd: 'last page', total: 'missing' };
		const walked = new Walked(change, evenly(200, 0));
		await readPages(walked.list, ALWAYS);
		expect(walked.found.size).toBe(200);
	});
});

describe('the edge of a list', () => {
	it.each<[string, Partial<Temper>]>([
		['is plain', {}],
		['compares days and leaves out that of a bound', { sharpMs: DAY_MS }],
		['counts what the bounds leave out', { total: 'timeless' }],
	])('is the oldest and the newest run where the service %s', async (_, change) => {
		const walked = new Walked(change, evenly(300, 60_000));
		expect(await findEdge(walked.list, 'oldest')).toBe(START_MS);
		expect(await findEdge(walked.list, 'newest')).toBe(START_MS + 299 * 60_000);
	});

	it('is the end of the span where no run has a time', async () => {
		const walked = new Walked({ undated: 'all' }, evenly(300, 60_000));
		expect(await findEdge(walked.list, 'oldest')).toBe(ALWAYS.to);
		expect(await findEdge(walked.list, 'newest')).toBe(ALWAYS.from);
	});
});
