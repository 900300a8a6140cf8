import * as fc from 'fast-check';
import type { ListedRun, Span } from '../../../nodes/DocScore/runs/listing';
import { type SpanToCompare, Comparison, within } from '../../../nodes/DocScore/trigger/comparison';
import { holds } from '../../harness/jest/draws';
import { evenly, listed, PlainList } from '../runs/plainList';

const SECOND_MS = 1_000;

const HOUR: Span = { from: 0, to: 3_600 * SECOND_MS };

/** A comparison of what is listed with what is known. */
function comparing(
	runs: ListedRun[],
	known: ListedRun[],
	asked: Partial<SpanToCompare> = {},
	count?: (there: number) => number,
) {
	const plain = new PlainList(runs, count);
	const comparison = new Comparison([
		{ span: HOUR, statuses: [undefined], trustsTotals: false, ...asked },
	]);
	const missing: string[] = [];
	const what = {
		list: () => plain.list,
		known: (span: Span) =>
			within(
				known.map(({ id, created }) => [id, created]),
				span,
			),
		missing: (ids: string[]) => void missing.push(...ids),
	};
	/** @returns how many requests each step sent */
	const compare = async () => {
		const steps: number[] = [];
		while (!comparison.isOver) {
			plain.asked = [];
			await comparison.step(what);
			steps.push(plain.asked.length);
		}
		return steps;
	};
	return { plain, comparison, what, missing, compare };
}

const idsOf = (runs: Iterable<{ id: string }>) => [...runs].map(({ id }) => id).sort();

describe('a comparison', () => {
	it('is over with one page that shows all, and tells which runs are missing', async () => {
		const known = evenly(50, SECOND_MS);
		const { comparison, compare, missing, plain } = comparing(known.slice(2), known);
		expect([comparison.isOver, comparison.comparedTo]).toEqual([false, 0]);
		expect(await compare()).toEqual([1]);
		expect([comparison.isOver, comparison.comparedTo]).toEqual([true, HOUR.to]);
		expect(missing).toEqual(idsOf(known.slice(0, 2)));
		expect(plain.shown.size).toBe(48);
	});

	it('is left at one count where as many are known and that is trusted', async () => {
		const known = evenly(300, SECOND_MS);
		expect(await comparing(known, known, { trustsTotals: true }).compare()).toEqual([1]);
		const checked = comparing(known, known);
		await checked.compare();
		expect(checked.plain.shown.size).toBe(300);
	});

	it('finds an unknown run, by counts, in as many requests as halves', async () => {
		const known = evenly(12_800, 250);
		for (const created of [100_001, 1_600_001, 3_100_001]) {
			const unknown = listed(created, 'unknown');
			const runs = [...known, unknown].sort((a, b) => a.created - b.created);
			const { compare, plain } = comparing(runs, known, { trustsTotals: true });
			const steps = await compare();
			expect(plain.shown.has('unknown')).toBe(true);
			// The later half is told from the count of the first one, so that no step asks for both.
			expect(Math.max(...steps)).toBeLessThanOrEqual(2);
			expect(steps.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(11);
		}
	});

	it('tells runs that are missing once, wherever they are', async () => {
		const known = evenly(2_000, SECOND_MS);
		const gone = known.filter((_, index) => index % 7 === 3);
		const runs = known.filter((run) => !gone.includes(run));
		const { compare, missing } = comparing(runs, known);
		await compare();
		expect([...missing].sort()).toEqual(idsOf(gone));
	});

	it('tells them once of many in one second, whose pages are read one by one', async () => {
		const known = evenly(500, 1);
		const { compare, missing } = comparing(known.slice(2), known);
		const steps = await compare();
		expect(missing).toEqual(idsOf(known.slice(0, 2)));
		// Five pages twice, but for the first look.
		expect(steps.length).toBeGreaterThan(5);
	});

	it('compares ten parts in a step, and tells how far it has come', async () => {
		const known = evenly(3_500, SECOND_MS);
		const { comparison, what, plain } = comparing(known, known);
		const reached: number[] = [];
		for (; !comparison.isOver; reached.push(comparison.comparedTo)) {
			plain.asked = [];
			await comparison.step(what);
			expect(plain.asked.length).toBeLessThanOrEqual(10);
		}
		expect(reached).toEqual([...reached].sort((a, b) => a - b));
		expect([reached[0], reached.at(-1)]).toEqual([0, HOUR.to]);
		expect(reached.length).toBeGreaterThan(5);
	});

	it('compares a part that failed in the next step again, and only that one', async () => {
		const known = evenly(500, SECOND_MS);
		const gone = known.filter((_, index) => index % 100 === 3);
		const runs = known.filter((run) => !gone.includes(run));
		const { comparison, what, plain, missing } = comparing(runs, known);
		await comparison.step(what);
		plain.asked = [];
		const error = new Error('Down');
		const failing = {
			...what,
			list: () => async (span: Span) => {
				if (plain.asked.length === 2 && plain.asked.push('failed')) throw error;
				return await plain.list(span);
			},
		};
		await expect(comparison.step(failing)).rejects.toBe(error);
		const parts = plain.asked.length;
		expect(comparison.comparedTo).toBeGreaterThan(0);
		expect(comparison.comparedTo).toBeLessThan(500 * SECOND_MS);
		plain.asked = [];
		await comparison.step(what);
		expect([plain.asked.length, parts, comparison.isOver]).toEqual([1, 8, true]);
		expect([...missing].sort()).toEqual(idsOf(gone));
		expect(plain.shown.size).toBe(runs.length);
	});

	it('misses no run that is in another list', async () => {
		const pending = new PlainList(evenly(20, SECOND_MS, 1));
		const processing = new PlainList(evenly(300, SECOND_MS));
		const all = [...pending.runs, ...processing.runs, listed(5, 'gone')];
		for (const trustsTotals of [true, false]) {
			const { what, missing } = comparing([], all);
			const list = (status?: string) => (status === 'pending' ? pending.list : processing.list);
			const asked = { span: HOUR, statuses: ['pending', 'processing'], trustsTotals };
			const comparison = new Comparison([asked]);
			while (!comparison.isOver) await comparison.step({ ...what, list });
			expect(missing).toEqual(['gone']);
		}
	});

	it('reads page by page where bounds leave nothing out', async () => {
		const runs = evenly(300, SECOND_MS);
		const span = { from: 0, to: 10 * SECOND_MS };
		const { comparison, plain, what } = comparing(runs, runs, { span });
		what.list = () => async (_, page) => await plain.list({ from: -1, to: HOUR.to }, page);
		while (!comparison.isOver) await comparison.step(what);
		expect(plain.shown.size).toBe(300);
		expect(plain.asked.length).toBeLessThan(10);
	});

	it('shows all that is unknown and misses what is not there, however runs lie', async () => {
		const time = fc.oneof(
			fc.integer({ min: 0, max: 3_599_000 }),
			fc.integer({ min: 0, max: 100_000 }),
			fc.integer({ min: 70_000, max: 71_500 }),
		);
		const crowd = fc.array(time, { maxLength: 400, size: 'max' });
		const property = fc.asyncProperty(
			fc.record({ both: crowd, unknown: crowd, gone: crowd }),
			fc.constantFrom(HOUR, { from: -Infinity, to: Infinity }, { from: 0, to: Infinity }),
			fc.boolean(),
			fc.boolean(),
			async ({ both, unknown, gone }, span, counts, trustsTotals) => {
				const made = (times: number[], name: string) =>
					times.map((created, index) => listed(created, `${name} ${index}`));
				// A run that is gone can make up for an unknown one.
				const [here, lost] = [made(both, 'both'), made(trustsTotals ? [] : gone, 'gone')];
				const fresh = made(unknown, 'unknown');
				const runs = [...here, ...fresh].sort((a, b) => a.created - b.created);
				const count = (there: number) => (counts || there < 100 ? there : Infinity);
				const { compare, plain, missing } = comparing(
					runs,
					[...here, ...lost],
					{ span, trustsTotals },
					count,
				);
				await compare();
				expect((trustsTotals ? fresh : runs).filter(({ id }) => !plain.shown.has(id))).toEqual([]);
				expect([...missing].sort()).toEqual(idsOf(lost));
			},
		);
		await holds('Comparisons', property, { numRuns: 35 });
	});
});

test('runs within a span were created from its start up to, not including, its end', () => {
	const runs: Array<[string, number]> = [
		['a', 0],
		['b', 1],
		['c', 2],
	];
	expect([...within(runs, { from: 0, to: 2 }).keys()]).toEqual(['a', 'b']);
});
