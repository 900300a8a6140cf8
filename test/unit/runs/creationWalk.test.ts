import * as fc from 'fast-check';
import { findEdge, readPages, readSpan } from '../../../nodes/DocScore/runs/creationWalk';
import { ALWAYS, type List, listOf } from '../../../nodes/DocScore/runs/listing';
import { TimeStyle } from '../../../nodes/DocScore/runs/serviceTime';
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

	it('ends whatever the service is like', async () => {
		const property = fc.asyncProperty(tempers, spreads, fc.nat(), async (temper, spread, seed) => {
			const walked = new Walked({ ...temper, arrivals: 0, changes: 0 }, spread, seed);
			await readSpan(walked.list, ALWAYS);
			expect(walked.lister.requests).toBeLessThan(walked.lister.runs.length + 200);
		});
		await holds('Walks', property, { numRuns: 100 });
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
