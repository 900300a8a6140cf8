import * as fc from 'fast-check';
import { ALWAYS, listOf, type Span } from '../../../../nodes/DocScore/runs/listing';
import { TimeStyle } from '../../../../nodes/DocScore/runs/serviceTime';
import {
	type SpanToCompare,
	Comparison,
	within,
} from '../../../../nodes/DocScore/runs/comparison/comparison';
import { holds } from '../../../harness/jest/draws';
import { type FakeRun, NOON, range, runAt, runsAt } from '../fakeRuns';
import { FakeService } from '../fakeService';

const SECOND_MS = 1_000;

const HOUR: Span = { from: NOON, to: NOON + 3_600 * SECOND_MS };

/** A comparison of what is listed with what is known. */
function comparing(runs: FakeRun[], known: FakeRun[], asked: Partial<SpanToCompare> = {}) {
	const service = new FakeService(runs);
	const shown = new Set<string>();
	const comparison = new Comparison([
		{ span: HOUR, statuses: [undefined], trustsTotals: false, ...asked },
	]);
	const missing: string[] = [];
	const list = (status?: string) =>
		listOf(
			service,
			{},
			new TimeStyle(),
			(listed) => listed.forEach(({ id }) => shown.add(id)),
			status,
		);
	const what = {
		list,
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
			service.asked = [];
			await comparison.step(what);
			steps.push(service.asked.length);
		}
		return steps;
	};
	return { service, shown, comparison, what, missing, compare };
}

const sum = (steps: number[]) => steps.reduce((all, count) => all + count, 0);

const idsOf = (runs: Iterable<{ id: string }>) => [...runs].map(({ id }) => id).sort();

describe('a comparison', () => {
	it('ends after one page that shows the whole span, and reports missing runs', async () => {
		const known = runsAt(range(50, SECOND_MS));
		const { comparison, compare, missing, shown } = comparing(known.slice(2), known);
		expect([comparison.isOver, comparison.comparedTo]).toEqual([false, HOUR.from]);
		expect(sum(await compare())).toBe(1);
		expect([comparison.isOver, comparison.comparedTo]).toEqual([true, HOUR.to]);
		expect(missing).toEqual(idsOf(known.slice(0, 2)));
		expect(shown.size).toBe(48);
	});

	it('ends after one request if totals are trusted and equal', async () => {
		const known = runsAt(range(300, SECOND_MS));
		expect(sum(await comparing(known, known, { trustsTotals: true }).compare())).toBe(1);
		const checked = comparing(known, known);
		await checked.compare();
		expect(checked.shown.size).toBe(300);
	});

	it('finds an unknown run by bisecting the totals', async () => {
		const known = runsAt(range(12_800, 250));
		for (const created of [100_001, 1_600_001, 3_100_001]) {
			const runs = [...known, runAt(created, 'pending', 'unknown')];
			const { compare, shown } = comparing(runs, known, { trustsTotals: true });
			// One for each half: the total of the other half follows.
			expect(sum(await compare())).toBeLessThanOrEqual(11);
			expect(shown.has('unknown')).toBe(true);
		}
	});

	it('reports each missing run once, wherever it is', async () => {
		const known = runsAt(range(2_000, SECOND_MS));
		const gone = known.filter((_, index) => index % 7 === 3);
		const runs = known.filter((run) => !gone.includes(run));
		const { compare, missing } = comparing(runs, known);
		await compare();
		expect([...missing].sort()).toEqual(idsOf(gone));
	});

	it('reports missing runs of a second with several pages once', async () => {
		const known = runsAt(range(500, 1));
		const { compare, missing } = comparing(known.slice(2), known);
		// Five pages twice, after the hour was halved down to a second.
		expect(sum(await compare())).toBeLessThanOrEqual(30);
		expect(missing).toEqual(idsOf(known.slice(0, 2)));
	});

	it('compares at most ten parts in a step, and reports its progress', async () => {
		const known = runsAt(range(3_500, SECOND_MS));
		const { comparison, what, service } = comparing(known, known);
		const reached: number[] = [];
		for (; !comparison.isOver; reached.push(comparison.comparedTo)) {
			service.asked = [];
			await comparison.step(what);
			expect(service.asked.length).toBeLessThanOrEqual(10);
		}
		expect(reached).toEqual([...reached].sort((a, b) => a - b));
		expect([reached[0], reached.at(-1)]).toEqual([HOUR.from, HOUR.to]);
		expect(reached.length).toBeGreaterThan(5);
	});

	it('repeats only the part that failed, in the next step', async () => {
		const known = runsAt(range(500, SECOND_MS));
		const gone = known.filter((_, index) => index % 100 === 3);
		const runs = known.filter((run) => !gone.includes(run));
		const { comparison, what, service, shown, missing } = comparing(runs, known);
		await comparison.step(what);
		service.asked = [];
		const error = new Error('Down');
		service.failOnce((request) => request === service.asked[2], error);
		await expect(comparison.step(what)).rejects.toBe(error);
		expect(comparison.comparedTo).toBeGreaterThan(HOUR.from);
		expect(comparison.comparedTo).toBeLessThan(HOUR.from + 500 * SECOND_MS);
		service.asked = [];
		await comparison.step(what);
		expect([service.asked.length, comparison.isOver]).toEqual([1, true]);
		expect([...missing].sort()).toEqual(idsOf(gone));
		expect(shown.size).toBe(runs.length);
	});

	it('does not report a run as missing that is in another list', async () => {
		const runs = [
			...runsAt(range(20, SECOND_MS, 1), 'pending'),
			...runsAt(range(300, SECOND_MS), 'processing'),
		];
		const statuses = ['pending', 'processing'];
		for (const trustsTotals of [true, false]) {
			const known = [...runs, runAt(5, 'pending', 'gone')];
			const { compare, missing } = comparing(runs, known, { statuses, trustsTotals });
			await compare();
			expect(missing).toEqual(['gone']);
		}
	});

	it('reads page by page if the service ignores bounds', async () => {
		const runs = runsAt(range(300, SECOND_MS));
		const span = { from: NOON, to: NOON + 10 * SECOND_MS };
		const { comparison, service, shown, what } = comparing(runs, runs, { span });
		const list = what.list();
		what.list = () => async (_, page) => await list(ALWAYS, page);
		while (!comparison.isOver) await comparison.step(what);
		expect(shown.size).toBe(300);
		expect(service.asked.length).toBeLessThan(10);
	});

	it('shows all unknown runs and reports all missing ones, for any distribution of runs', async () => {
		const time = fc.oneof(
			fc.integer({ min: 0, max: 3_599_000 }),
			fc.integer({ min: 0, max: 100_000 }),
			fc.integer({ min: 70_000, max: 71_500 }),
		);
		const times = fc.array(time, { maxLength: 400, size: 'max' });
		const property = fc.asyncProperty(
			fc.record({ both: times, unknown: times, gone: times }),
			fc.constantFrom(HOUR, ALWAYS, { from: NOON, to: Infinity }),
			fc.boolean(),
			fc.boolean(),
			async ({ both, unknown, gone }, span, counts, trustsTotals) => {
				const made = (times: number[], name: string) =>
					times.map((created, index) => runAt(created, 'pending', `${name} ${index}`));
				// A run that is gone can make up for an unknown one.
				const [here, lost] = [made(both, 'both'), made(trustsTotals ? [] : gone, 'gone')];
				const fresh = made(unknown, 'unknown');
				const runs = [...here, ...fresh];
				const known = [...here, ...lost];
				const { service, compare, shown, missing } = comparing(runs, known, { span, trustsTotals });
				service.counts = (there) => (counts || there < 100 ? there : null);
				await compare();
				expect((trustsTotals ? fresh : runs).filter(({ id }) => !shown.has(id))).toEqual([]);
				expect([...missing].sort()).toEqual(idsOf(lost));
			},
		);
		await holds('Comparisons', property, { numRuns: 35 });
	});
});

test('a span includes its start and excludes its end', () => {
	const runs: Array<[string, number]> = [
		['a', 0],
		['b', 1],
		['c', 2],
	];
	expect([...within(runs, { from: 0, to: 2 }).keys()]).toEqual(['a', 'b']);
});
