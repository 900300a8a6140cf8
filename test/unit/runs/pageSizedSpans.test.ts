import { ALWAYS } from '../../../nodes/DocScore/runs/listing';
import { pageSizedSpans } from '../../../nodes/DocScore/runs/pageSizedSpans';
import { range } from './fakeRuns';
import { listed } from './listed';

/** Runs with the same time between one and the next, latest first. */
const runsEvery = (ms: number, count: number) =>
	range(count, ms)
		.map((time) => listed(time))
		.reverse();

describe('Spans of the size of a page', () => {
	it('end at every fiftieth known run, and overlap by a second', () => {
		expect(pageSizedSpans(ALWAYS, runsEvery(1_000, 120))).toEqual([
			{ from: -Infinity, to: 50_000 },
			{ from: 49_000, to: 100_000 },
			{ from: 99_000, to: Infinity },
		]);
	});

	it('are at least eight seconds wide, because of the overlap', () => {
		const span = { from: -60_000, to: 60_000 };
		expect(pageSizedSpans(span, runsEvery(80, 200))).toEqual([
			{ from: -60_000, to: 4_920 },
			{ from: 3_920, to: 12_920 },
			{ from: 11_920, to: 60_000 },
		]);
	});

	it('do not depend on runs without a time', () => {
		const undated = range(60, 1).map((at) => listed(null, `undated ${at}`));
		expect(pageSizedSpans(ALWAYS, [...undated, ...runsEvery(1_000, 49)])).toEqual([ALWAYS]);
	});
});
