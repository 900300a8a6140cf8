import {
	areSame,
	fellOnce,
	isSameOrder,
	pagesOf,
	type Pass,
	readPass,
	showsEachOnce,
	showsTooFew,
} from '../../../nodes/DocScore/runs/pages';

interface Shown {
	id: string;
}

const run = (id: number | string): Shown => ({ id: `${id}` });

/** So many runs, named by their numbers. */
const runs = (count: number, from = 0): Shown[] =>
	Array.from({ length: count }, (_, index) => run(from + index));

const passOf = (pages: Shown[][], counts: number[] = []): Pass<Shown> => ({
	pages,
	total: 0,
	counts,
});

/** A list of these pages, with these counts, the last of which stays; it tells what was asked. */
function listOf(pages: Shown[][], counts: number[]) {
	const asked: number[] = [];
	const show = async (page: number) => {
		asked.push(page);
		await Promise.resolve();
		return { runs: pages[page - 1] ?? [], total: counts[asked.length - 1] ?? counts.at(-1) ?? 0 };
	};
	return { asked, paged: pagesOf(show, 3) };
}

describe('readPass', () => {
	it('reads one page, then as many at once as are counted, up to what is allowed', async () => {
		const pages = [runs(100), runs(100, 100), runs(100, 200), runs(100, 300), runs(7, 400)];
		const { asked, paged } = listOf(pages, [407]);
		expect(await readPass(paged)).toEqual({ pages, total: 407, counts: [407, 407, 407, 407, 407] });
		expect(asked).toEqual([1, 2, 3, 4, 5]);
	});

	it('looks behind a full page, whatever is counted', async () => {
		const { paged } = listOf([runs(100), runs(100, 100), []], [100, 100, 100]);
		expect(await readPass(paged)).toMatchObject({ total: 200, counts: [100, 100, 100] });
	});

	it('ends with a short page, unless more is counted', async () => {
		const { asked, paged } = listOf([runs(100), runs(20, 100), runs(30, 120), []], [150]);
		expect(await readPass(paged)).toMatchObject({ total: 150 });
		expect(asked).toEqual([1, 2, 3]);
		const more = listOf([runs(100), runs(20, 100), []], [150]);
		expect(await readPass(more.paged)).toMatchObject({ total: 150, counts: [150, 150, 150] });
	});

	it('takes a page that shows nothing new for the end, and does not count it', async () => {
		const { asked, paged } = listOf([runs(100), runs(50, 100), runs(50, 100)], [999]);
		expect(await readPass(paged)).toMatchObject({ total: 999, counts: [999, 999, 999, 999] });
		expect(asked).toEqual([1, 2, 3, 4]);
	});

	it('reads page after page where nothing is counted', async () => {
		const { asked, paged } = listOf(
			[runs(100), runs(100, 100), runs(3, 200)],
			[Infinity, Infinity, 203],
		);
		expect(await readPass(paged)).toMatchObject({ total: 203 });
		expect(asked).toEqual([1, 2, 3]);
	});

	it('reads one page at a time as long as full pages follow that are not counted', async () => {
		const pages = [runs(100), runs(100, 100), runs(100, 200), []];
		for (const count of [100, Infinity]) {
			const { asked, paged } = listOf(pages, [count]);
			await readPass(paged);
			expect(asked).toEqual([1, 2, 3, 4]);
		}
	});

	it('reads 20 pages at once', async () => {
		let [inside, most] = [0, 0];
		const show = async (page: number) => {
			most = Math.max(most, ++inside);
			await Promise.resolve();
			inside--;
			return { runs: runs(100, 100 * page), total: 3_000 };
		};
		await readPass({ ...pagesOf(show), wanted: 3_000 });
		expect(most).toBe(20);
	});

	it('ends as soon as enough different runs were shown', async () => {
		const { asked, paged } = listOf([runs(100), runs(100, 100), runs(100, 200)], [300]);
		expect((await readPass({ ...paged, wanted: 150 })).pages).toHaveLength(2);
		expect(asked).toEqual([1, 2]);
		const exact = listOf([runs(100), runs(100, 100)], [200]);
		expect((await readPass({ ...exact.paged, wanted: 100 })).pages).toHaveLength(1);
	});
});

describe('areSame', () => {
	const pages = [[run(1), run(2)], [run(3)]];

	it('whatever the order on a page', () => {
		expect(areSame(passOf(pages), passOf([[run(2), run(1)], [run(3)]]))).toBe(true);
	});

	it.each([
		['another page', [[run(1), run(2)], [run(3)], []]],
		['a run on another page', [[run(1)], [run(2), run(3)]]],
		['another run', [[run(1), run(2)], [run(4)]]],
		['IDs that make up others', [[run(1), run(23)], []]],
	])('not with %s', (_, others) => {
		expect(areSame(passOf(pages), passOf(others))).toBe(false);
	});
});

describe('isSameOrder', () => {
	const before = passOf([[run(1), run(2)], [run(3)]]);

	it.each([
		['some are gone', [[run(1), run(3)]], true],
		['others came between', [[run(1), run(9), run(2)], [run(3)]], true],
		['two changed places', [[run(2), run(1)], [run(3)]], false],
		['two changed places among others', [[run(9), run(3)], [run(2)]], false],
	])('where %s', (_, pages, isSame) => {
		expect(isSameOrder(before, passOf(pages))).toBe(isSame);
	});
});

describe('showsEachOnce', () => {
	const pages = [runs(100), runs(20, 100)];

	it.each([
		['as many as counted', pages, [120, 120], true],
		['more than counted', pages, [119, 120], true],
		['fewer than counted once', pages, [120, 121], false],
		['a count that fell', pages, [120, 119], false],
		['a page before the last that is not full', [runs(99), runs(20, 100)], [119], false],
		[
			'a page in the midst that is not full',
			[...pages.slice(0, 1), runs(99, 100), runs(5, 199)],
			[204],
			false,
		],
		['a run on two pages', [runs(100), runs(20, 99)], [119], false],
		['the last page again', [...pages, runs(20, 100)], [120], true],
		['an empty page at the end', [...pages, []], [120], true],
		['a full page at the end', [runs(100), runs(100, 100)], [200], true],
		['a single run at the end', [runs(100), runs(1, 100)], [101], true],
		['some runs of the page before at the end', [runs(100), runs(20, 80)], [100], false],
	])('with %s', (_, shown, counts, isSure) => {
		expect(showsEachOnce(passOf(shown, counts))).toBe(isSure);
	});

	it('takes a page that shares only some runs with the one before for one of its own', () => {
		expect(showsEachOnce(passOf([runs(100), runs(100, 50)], [150]))).toBe(false);
	});
});

describe('showsTooFew', () => {
	it.each([
		['places for all', [120, 120], false],
		['fewer places than were counted all the time', [121, 122], true],
		['fewer than were counted at times', [120, 122], false],
		['a count that fell', [122, 121], false],
	])('with %s', (_, counts, isTooFew) => {
		expect(showsTooFew(passOf([runs(100), runs(20, 100)], counts))).toBe(isTooFew);
	});
});

test('a count falls where one is smaller than the one before', () => {
	expect([[1, 1, 2], [2, 1, 3], [], [0]].map(fellOnce)).toEqual([false, true, false, false]);
});
