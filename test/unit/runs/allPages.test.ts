import type { List, Listing } from '../../../nodes/DocScore/runs/listing';
import { ALWAYS } from '../../../nodes/DocScore/runs/listing';
import { isComplete, readAllPages } from '../../../nodes/DocScore/runs/allPages';
import { ServiceError } from '../../../nodes/DocScore/service/errors';
import { evenly, listed, PlainList } from './plainList';

/** A first page of so many runs, of which so many are counted, followed by that page. */
async function complete(count: number, total: number, second: number | 'same' | 'others') {
	const runs = evenly(count, 1_000);
	const next = {
		same: runs,
		others: evenly(count, 1_000, 500),
	};
	const asked: unknown[] = [];
	const list: List = async (span, page) => {
		asked.push([span, page]);
		const shown = typeof second === 'number' ? evenly(second, 1_000, 1e9) : next[second];
		return await Promise.resolve({ runs: shown, total, whole: false });
	};
	const first: Listing = { runs, total, whole: false };
	return { is: await isComplete(list, ALWAYS, first), asked };
}

describe('isComplete', () => {
	it.each([
		['short, with all that is counted', 99, 99, true],
		['short, with more than is counted', 99, 98, true],
		['short, with less', 99, 100, false],
		['full, with less', 100, 101, false],
	])('of a page that is %s, asks for no other', async (_, count, total, is) => {
		expect(await complete(count, total, 0)).toEqual({ is, asked: [] });
	});

	it.each([
		['nothing', 0, true],
		['the same runs', 'same', true],
		['as many others', 'others', false],
		['one more', 1, false],
	] as const)('of a full page depends on the next, which shows %s', async (_, second, is) => {
		for (const total of [100, Number.POSITIVE_INFINITY]) {
			expect(await complete(100, total, second)).toEqual({ is, asked: [[ALWAYS, 2]] });
		}
	});
});

describe('readAllPages', () => {
	it('reads all pages, and once more, as they may have shifted', async () => {
		const list = new PlainList(evenly(250, 1_000));
		await readAllPages(list.list, ALWAYS);
		expect(list.shown.size).toBe(250);
		expect(list.asked).toHaveLength(2 * 3);
	});

	it('reads them once where all was known before', async () => {
		const runs = evenly(250, 1_000);
		const list = new PlainList(runs);
		await readAllPages(
			list.list,
			ALWAYS,
			runs.map(({ id }) => id),
		);
		expect(list.asked).toHaveLength(3);
	});

	it('reads on where more is counted, and tells what stays hidden', async () => {
		const list = new PlainList(evenly(150, 1_000), (there) => there + 1);
		const reading = readAllPages(list.list, ALWAYS);
		await expect(reading).rejects.toBeInstanceOf(ServiceError);
		await expect(reading).rejects.toThrow(/151.*150/);
		expect(list.asked.length).toBeLessThanOrEqual(6);
	});

	it('does not take a run that has left for one that was not shown yet', async () => {
		const [hidden = '', left = '', ...others] = Array.from({ length: 40 }, (_, at) => `${at}`);
		const readings = [
			[left, ...others],
			// As many as are counted are known by now, but not these.
			others.toReversed(),
			[hidden, ...others],
		];
		const shown = new Set<string>();
		let asked = 0;
		const list: List = async () => {
			const ids = readings[Math.min(asked++, 2)] ?? [];
			for (const id of ids) shown.add(id);
			const total = asked === 1 ? 40 : 39;
			return await Promise.resolve({ runs: ids.map((id) => listed(0, id)), total, whole: false });
		};
		await readAllPages(list, ALWAYS);
		expect(shown.size).toBe(40);
	});
});
