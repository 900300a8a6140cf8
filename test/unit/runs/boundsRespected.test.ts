import { areBoundsRespected } from '../../../nodes/DocScore/runs/boundsRespected';
import type { Listing } from '../../../nodes/DocScore/runs/listing';
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
		['counts less and shows nothing else', listing([15_000], 8), true],
		['counts as much', listing([15_000], 9), false],
		['does not count', listing([15_000], Infinity), true],
		['shows a run without a time', listing([null], 8), true],
		['shows one from before', listing([15_000, 8_999], 8), false],
		['shows one from after', listing([15_000, 21_001], 8), false],
		['shows those a second beyond', listing([9_000, 21_000], 8), true],
	])('are respected or not where it %s', (_, narrower, are) => {
		expect(areBoundsRespected(wider, narrower, span)).toBe(are);
	});

	it('are respected as well where all that the wider one shows is of its span', () => {
		const same = listing([15_000, 16_000], 9);
		expect(areBoundsRespected(same, listing([15_000], 9), span)).toBe(true);
		expect(areBoundsRespected(same, listing([15_000, 22_000], 9), span)).toBe(false);
	});
});
