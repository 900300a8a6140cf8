import { ALWAYS, type Listing } from '../../../nodes/DocScore/runs/listing';
import { narrowingHelps, withMargin } from '../../../nodes/DocScore/runs/narrowing';
import { readSlices } from '../../../nodes/DocScore/runs/slices';
import { isComplete } from '../../../nodes/DocScore/runs/wholePages';
import { evenly, listed, PlainList } from './plainList';

const listing = (times: Array<number | null>, total: number): Listing => ({
	runs: times.map((time) => listed(time)),
	total,
	whole: times.length >= total,
});

describe('a narrower list', () => {
	const span = { from: 10_000, to: 20_000 };
	const wider = listing([1, 15_000, 50_000], 9);

	it('has a second to spare at each bound', () => {
		expect(withMargin(span)).toEqual({ from: 9_000, to: 21_000 });
		expect(withMargin(span, 2)).toEqual({ from: 9_998, to: 20_002 });
	});

	it.each<[string, Listing, boolean]>([
		['is whole', listing([1], 1), true],
		['counts less and shows nothing else', listing([15_000], 8), true],
		['counts as much', listing([15_000], 9), false],
		['does not count', listing([15_000], Infinity), true],
		['shows a run without a time', listing([null], 8), true],
		['shows one from before', listing([15_000, 8_999], 8), false],
		['shows one from after', listing([15_000, 21_001], 8), false],
		['shows those at its very bounds', listing([9_000, 21_000], 8), true],
	])('helps or not where it %s', (_, narrower, helps) => {
		expect(narrowingHelps(wider, narrower, span)).toBe(helps);
	});

	it('helps as well where all that the wider one shows is of its span', () => {
		const same = listing([15_000, 16_000], 9);
		expect(narrowingHelps(same, listing([15_000], 9), span)).toBe(true);
		expect(narrowingHelps(same, listing([15_000, 22_000], 9), span)).toBe(false);
	});
});

describe('slices', () => {
	const slice = (to: number) => ({ from: 0, to, bounds: { from: -7, to: to + 7 } });

	async function read(list: PlainList, to: number) {
		const first = await list.list({ from: -7, to: to + 7 });
		list.asked = [];
		list.shown.clear();
		await readSlices(list.list, slice(to), first);
		return list.asked;
	}

	it('are made for a page to be two thirds full, and overlap by a second', async () => {
		const list = new PlainList(evenly(201, 1_000));
		expect(await read(list, 200_000)).toEqual([
			'-7..51000',
			'50000..101000',
			'100000..151000',
			'150000..200007',
		]);
		// What lies at a bound is in none: a second more would be found in the part before.
		expect(list.shown.size).toBe(201);
	});

	it('are two at least, and cut again where one does not fit on a page', async () => {
		const list = new PlainList([...evenly(101, 10), ...evenly(30, 1_000, 60_000)]);
		const asked = await read(list, 100_000);
		expect(asked.slice(0, 4)).toEqual(['-7..51000', '50000..100007', '-7..26000', '25000..51000']);
		expect(list.shown.size).toBe(131);
	});

	it('are a hundred at most', async () => {
		const asked = await read(new PlainList(evenly(9_000, 1_000)), 9_000_000);
		expect(asked[0]).toBe('-7..91000');
		expect(asked.indexOf('8910000..9000007')).toBe(99);
	});

	it.each([
		[16_000, '-7..9000'],
		[15_999, '-7..16006'],
	])('are eight seconds wide at least: of %i ms the first is %s', async (to, first) => {
		const list = new PlainList(evenly(130, 100));
		expect((await read(list, to))[0]).toBe(first);
		expect(list.shown.size).toBe(130);
	});

	it('are not cut of a list that shows no full page, whatever it counts', async () => {
		const list = new PlainList(evenly(50, 1_000), (there) => Math.max(there, 60));
		await expect(read(list, 100_000)).rejects.toThrow('counts 60 runs, but lists only 50');
		expect(list.asked[0]).toBe('-7..100007');
	});

	it('are given up for whole pages where narrower spans bring no less', async () => {
		const list = new PlainList(evenly(150, 1_000), () => 150);
		expect(await read(list, 150_000)).toEqual([
			'-7..51000',
			'50000..101000',
			'100000..150007',
			'-7..150007',
			'-7..150007 page 2',
			'-7..150007',
			'-7..150007 page 2',
		]);
	});
});

describe('the first page of a list', () => {
	const full = evenly(100, 1);

	it.each<[string, Listing, number, boolean, string[]]>([
		['is short and shows all that is counted', listing([1], 1), 0, true, []],
		['is short and shows less', listing([1], 2), 0, false, []],
		['is full, and more is counted', { runs: full, total: 101, whole: false }, 0, false, []],
		[
			'is full, and no page follows',
			{ runs: full, total: 100, whole: true },
			0,
			true,
			['0..9 page 2'],
		],
		[
			'is full, and one follows',
			{ runs: full, total: 100, whole: true },
			1,
			false,
			['0..9 page 2'],
		],
		[
			'is full, and nothing is counted',
			{ runs: full, total: Infinity, whole: false },
			0,
			true,
			['0..9 page 2'],
		],
	])('is complete or not where it %s', async (_, first, more, complete, asked) => {
		const list = new PlainList([...evenly(100, 0, 5), ...evenly(more, 0, 6)]);
		expect(await isComplete(list.list, { from: 0, to: 9 }, first)).toBe(complete);
		expect(list.asked).toEqual(asked);
	});

	it('is complete where the page after it is the same again, but not one with others', async () => {
		const first = { runs: full, total: 100, whole: true };
		const again = async (runs: Listing['runs']) =>
			await isComplete(async () => await Promise.resolve({ ...first, runs }), ALWAYS, first);
		expect(await again([...full].reverse())).toBe(true);
		expect(await again(full.slice(1))).toBe(false);
		expect(await again([...full.slice(1), listed(1_000)])).toBe(false);
	});
});
