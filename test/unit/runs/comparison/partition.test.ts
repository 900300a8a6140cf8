import * as fc from 'fast-check';
import {
	type SpanContents,
	partition,
	isMostlyKnown,
} from '../../../../nodes/DocScore/runs/comparison/partition';
import type { Span } from '../../../../nodes/DocScore/runs/listing';
import { holds } from '../../../harness/jest/draws';
import { range } from '../fakeRuns';

const SECOND_MS = 1_000;
const { POSITIVE_INFINITY: NEVER, NEGATIVE_INFINITY: ALWAYS } = Number;

const UNKNOWN: SpanContents = { total: 0, known: [], shown: [], trustsTotals: false };

/** Where the parts begin, but for the first, in seconds. */
const cuts = (span: Span, contents: Partial<SpanContents>) =>
	partition(span, { ...UNKNOWN, ...contents })
		.slice(1)
		.map(({ from }) => from / SECOND_MS);

const MINUTE = { from: 0, to: 60 * SECOND_MS };

describe('a span', () => {
	it('is cut into parts with equally many known runs, if most runs are known', () => {
		const known = range(350, 40);
		expect(cuts(MINUTE, { total: 350, known })).toEqual([2, 5, 8, 11]);
		expect(cuts(MINUTE, { total: 500, known })).toHaveLength(7);
		// Every one has a part of its own.
		expect(cuts(MINUTE, { total: 350, known: [...known].reverse() })).toEqual([2, 5, 8, 11]);
	});

	it('is cut into at most 100 parts', () => {
		const span = { from: 0, to: 10_000 * SECOND_MS };
		expect(cuts(span, { total: 9_000, known: range(9_000, 1_000) })).toHaveLength(99);
	});

	it('is cut in two if totals are trusted, because an equal total settles one half', () => {
		const known = range(350, 40);
		expect(cuts(MINUTE, { total: 351, known, trustsTotals: true })).toEqual([7]);
		expect(cuts(MINUTE, { total: 900, known, trustsTotals: true })).toHaveLength(12);
	});

	it('is cut evenly if few runs are known: for 70 runs a part, but in ten for more than 2,800', () => {
		expect(cuts(MINUTE, { total: 280, known: [1] })).toEqual([15, 30, 45]);
		expect(cuts(MINUTE, { total: 281, known: [1] })).toEqual([12, 24, 36, 48]);
		expect(cuts(MINUTE, { total: 10, known: [1] })).toEqual([30]);
		expect(cuts({ from: 0, to: 400 * SECOND_MS }, { total: 2_800 })).toEqual(range(39, 10, 10));
		expect(cuts({ from: 0, to: 400 * SECOND_MS }, { total: 2_801 })).toEqual(range(9, 40, 40));
	});

	it('is cut in four if the service does not count', () => {
		expect(cuts(MINUTE, { total: NEVER, known: range(50, 10) })).toEqual([15, 30, 45]);
	});

	it.each<[string, Span, number[]]>([
		['no start', { from: ALWAYS, to: 100 * SECOND_MS }, [20, 40, 60, 80]],
		['no end', { from: 0, to: NEVER }, [15, 30, 45, 61]],
		['neither start nor end', { from: ALWAYS, to: NEVER }, [20, 30, 40, 50, 61]],
	])('with %s is cut between the first and the last run that is known or listed', (_, span, at) => {
		const contents = {
			total: 280,
			known: [20 * SECOND_MS],
			shown: [60 * SECOND_MS, 30 * SECOND_MS],
		};
		expect(cuts(span, contents)).toEqual(at);
	});

	it('is cut in the middle if all runs are in its first second', () => {
		expect(cuts(MINUTE, { total: 300, known: range(300, 1) })).toEqual([30]);
		expect(cuts({ from: 0, to: 2 * SECOND_MS }, { total: 300, known: range(300, 1) })).toEqual([1]);
	});

	it.each<[string, Span, Partial<SpanContents>]>([
		['a second', { from: 0, to: SECOND_MS }, { known: range(300, 1), total: 300 }],
		['a second without known runs', { from: 0, to: SECOND_MS }, { total: 300 }],
		['all time without known runs', { from: ALWAYS, to: NEVER }, { total: 300 }],
	])('is not cut if it cannot be divided: %s', (_, span, contents) => {
		expect(partition(span, { ...UNKNOWN, ...contents })).toEqual([]);
	});

	it('is cut completely, between whole seconds', async () => {
		const time = fc.integer({ min: 0, max: 300_000 });
		const end = fc.integer({ min: 0, max: 300 }).map((seconds) => seconds * SECOND_MS);
		const property = fc.asyncProperty(
			fc.constantFrom(ALWAYS, 0, 5_000),
			fc.oneof(end, fc.constant(NEVER)),
			fc.record({
				total: fc.oneof(fc.integer({ min: 101, max: 20_000 }), fc.constant(NEVER)),
				known: fc.array(time),
				shown: fc.array(time),
				trustsTotals: fc.boolean(),
			}),
			async (from, to, contents) => {
				fc.pre(from < to);
				const parts = partition({ from, to }, contents);
				if (parts.length === 0) return;
				expect(parts.length).toBeGreaterThan(1);
				expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([from, to]);
				for (const [index, part] of parts.entries()) {
					expect(part.from).toBeLessThan(part.to);
					if (index > 0) expect(part.from).toBe(parts[index - 1]?.to);
					if (index > 0) expect(part.from % SECOND_MS).toBe(0);
				}
				await Promise.resolve();
			},
		);
		await holds('Spans', property, { numRuns: 100 });
	});
});

test('runs are mostly known if at most half as many are unknown or gone', () => {
	expect([isMostlyKnown(150, 100), isMostlyKnown(151, 100)]).toEqual([true, false]);
	expect([isMostlyKnown(50, 100), isMostlyKnown(49, 100)]).toEqual([true, false]);
	expect([70, 71].map((known) => isMostlyKnown(NEVER, known))).toEqual([false, true]);
});
