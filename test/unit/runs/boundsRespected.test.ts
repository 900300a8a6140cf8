import {
	areBoundsRespected,
	boundsLeaveNoneOut,
} from '../../../nodes/DocScore/runs/boundsRespected';
import { ALWAYS, type Listing } from '../../../nodes/DocScore/runs/listing';
import { listed } from './listed';

const listing = (times: Array<number | null>, total: number): Listing => ({
	runs: times.map((time) => listed(time)),
	total,
	whole: times.length >= total,
});

describe('the bounds of a narrower list', () => {
	const span = { from: 10_000, to: 20_000 };
	const wider = listing([1, 15_000, 50_000], 9);

	it.each<[string, Listing, boolean]>([
		['is whole', listing([1], 1), true],
		['has a smaller total and shows only runs of the span', listing([15_000], 8), true],
		['has the same total', listing([15_000], 9), false],
		['has no total', listing([15_000], Infinity), true],
		['shows an undated run', listing([null], 8), true],
		['shows a run from before the span', listing([15_000, 8_999], 8), false],
		['shows a run from after the span', listing([15_000, 21_001], 8), false],
		['shows runs up to a second outside the span', listing([9_000, 21_000], 8), true],
	])('are respected or not if the list %s', (_, narrower, are) => {
		expect(areBoundsRespected(wider, narrower, span)).toBe(are);
	});

	it('are also respected if all listed runs of the wider list are in the span', () => {
		const same = listing([15_000, 16_000], 9);
		expect(areBoundsRespected(same, listing([15_000], 9), span)).toBe(true);
		expect(areBoundsRespected(same, listing([15_000, 22_000], 9), span)).toBe(false);
	});
});

describe('a bound before all runs', () => {
	/** Counts runs with the bound first, then without and with it in turn. */
	async function counted(...totals: number[]) {
		const asked: string[] = [];
		const isAll = await boundsLeaveNoneOut(async ({ from }) => {
			asked.push(from === ALWAYS.from ? 'all' : 'bounded');
			const total = totals.shift() ?? 0;
			return await Promise.resolve({ runs: [], total, whole: false });
		});
		return { isAll, asked: asked.join(' ') };
	}

	it('leaves none out if as many are counted without it', async () => {
		expect(await counted(10, 10)).toEqual({ isAll: true, asked: 'bounded all' });
	});

	it('leaves some out if more are counted without it, before and after', async () => {
		expect(await counted(10, 11, 10)).toEqual({ isAll: false, asked: 'bounded all bounded' });
	});

	it('is counted again while runs arrive, at most five times', async () => {
		const asked = 'bounded all bounded all';
		expect(await counted(10, 11, 11, 11)).toEqual({ isAll: true, asked });
		const always = await counted(1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6);
		expect(always).toEqual({ isAll: true, asked: `bounded${' all bounded'.repeat(5)}` });
	});
});
