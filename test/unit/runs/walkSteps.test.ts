import { CreationWalk, readSpan } from '../../../nodes/DocScore/runs/creationWalk';
import { findEdge } from '../../../nodes/DocScore/runs/edge';
import { ALWAYS, type List, type ListedRun, type Span } from '../../../nodes/DocScore/runs/listing';
import { readPages } from '../../../nodes/DocScore/runs/shiftingPages';
import { evenly, listed, PlainList } from './plainList';

const SPAN = { from: 0, to: 1_000_000 };

async function walk(
	runs: ListedRun[],
	span: Span = SPAN,
	walking?: Parameters<typeof CreationWalk.begin>[2],
	count?: (there: number, span: Span) => number,
) {
	const list = new PlainList(runs, count);
	const begun = await CreationWalk.begin(list.list, span, walking);
	const steps: number[] = [];
	for await (const step of begun.steps()) steps.push(Math.round(step));
	return { asked: list.asked, steps, shown: list.shown.size, list };
}

describe('a walk', () => {
	it('is over where the whole span fits on a page', async () => {
		expect(await walk(evenly(100, 1_000))).toMatchObject({
			asked: ['-1000..1001000'],
			steps: [1_000_000],
			shown: 100,
		});
	});

	it('goes on in slices of 70 runs, and lists what is left once it seems to fit', async () => {
		expect(await walk(evenly(300, 1_000))).toMatchObject({
			asked: [
				'-1000..1001000',
				'-1000..70300',
				'68300..138624',
				'136624..206948',
				'204948..275272',
				'273272..1001000',
			],
			steps: [69_300, 137_624, 205_948, 274_272, 1_000_000],
			shown: 300,
		});
	});

	it('lists what is left where just as many are left as a slice should hold', async () => {
		expect(await walk(evenly(140, 10_000, 1), { from: 0, to: 2_000_000 })).toMatchObject({
			asked: ['-1000..2001000', '-1000..694000', '692000..2001000'],
			steps: [693_000, 2_000_000],
		});
	});

	it('overlaps by its margin, and has slices of four margins at least', async () => {
		expect(await walk(evenly(400, 1), { from: 0, to: 500 }, { marginMs: 2 })).toMatchObject({
			asked: ['-1000..1500', '-2..71', '67..139', '135..205', '201..271', '267..337', '333..502'],
			steps: [69, 137, 203, 269, 335, 500],
			shown: 400,
		});
	});

	it('narrows down slices that do not fit, and widens those that are almost empty', async () => {
		const runs = [...evenly(90, 100), ...evenly(250, 20, 20_000), ...evenly(100, 5_000, 100_000)];
		expect(await walk(runs)).toMatchObject({
			asked: [
				'-1000..1001000',
				'-1000..15126',
				'13126..26113',
				'13126..19126',
				'18126..1000000',
				'18126..1000000 page 4',
				'18126..21000',
				'17126..35126',
				'17126..23606',
				'17126..23126',
				'17126..23126',
				'17126..23126 page 2',
				'21126..27126',
				'21126..27126',
				'21126..27126 page 2',
				'25126..1001000',
			],
			steps: [14_126, 18_126, 22_126, 26_126, 1_000_000],
			shown: 440,
		});
	});

	it('leaps over a gap to the oldest of the runs that are left', async () => {
		const runs = [...evenly(50, 100), ...evenly(120, 1_000, 800_000)];
		expect(await walk(runs)).toMatchObject({
			asked: [
				'-1000..1001000',
				'-1000..595300',
				'593300..1001000',
				'593300..798150',
				'797150..1000000',
				'797150..1000000 page 2',
				'797150..801000',
				'796150..1001000',
				'796150..899575',
				'897575..1001000',
			],
			steps: [594_300, 797_150, 898_575, 1_000_000],
			shown: 170,
		});
	});

	it('reads the gap by itself where more than a page is right behind it', async () => {
		const runs = [...evenly(150, 2, 400_000), ...evenly(150, 2, 800_000)];
		expect(await walk(runs)).toMatchObject({
			asked: [
				'-1000..1001000',
				'-1000..5000',
				'4000..1000000',
				'4000..1000000 page 3',
				'4000..401000',
				'4000..401000 page 2',
				'3000..401000',
				'3000..399000',
				'397000..403000',
				'397000..403000',
				'397000..403000 page 2',
				'401000..407000',
				'406000..1000000',
				'406000..1000000 page 2',
				'406000..801000',
				'406000..801000 page 2',
				'405000..801000',
				'405000..799000',
				'797000..803000',
				'797000..803000',
				'797000..803000 page 2',
				'801000..1001000',
			],
			steps: [4_000, 398_000, 402_000, 406_000, 798_000, 802_000, 1_000_000],
			shown: 300,
		});
	});

	it('narrows down what has come up in a gap before that was read', async () => {
		const plain = new PlainList(evenly(150, 2, 400_000));
		const late = evenly(120, 1_000, 50_000);
		const list: List = async (span, page) => {
			if (span.to === 399_000) plain.runs.unshift(...late.splice(0));
			return await plain.list(span, page);
		};
		await readSpan(list, SPAN);
		expect(plain.shown.size).toBe(270);
		expect(plain.asked.slice(7)).toEqual([
			'3000..399000',
			'3000..9000',
			'8000..1000000',
			'8000..1000000 page 3',
			'8000..51000',
			'7000..51000',
			'49000..115000',
			'113000..183923',
			'181923..1001000',
			'181923..270077',
			'269077..1000000',
			'269077..1000000 page 2',
			'269077..401000',
			'269077..401000 page 2',
			'268077..614692',
			'268077..399000',
			'397000..499656',
			'397000..445973',
			'397000..420921',
			'397000..409230',
			'397000..403774',
			'397000..403000',
			'397000..403000',
			'397000..403000 page 2',
			'401000..1001000',
		]);
	});

	it('narrows down what has come up at the end of an endless gap', async () => {
		const plain = new PlainList(evenly(150, 2, 400_000));
		const { runs } = plain;
		const list: List = async (span, page) => {
			plain.runs = span.from === 4_000 && plain.asked.length === 2 ? [] : runs;
			return await plain.list(span, page);
		};
		await readSpan(list, { from: 0, to: Infinity });
		expect(plain.shown.size).toBe(150);
		expect(plain.asked.slice(2, 11)).toEqual([
			'4000..Infinity',
			'3000..Infinity',
			'3000..12467',
			'11467..Infinity',
			'11467..Infinity page 2',
			'11467..401000',
			'11467..401000 page 2',
			'10467..401000',
			'10467..399000',
		]);
	});

	it('begins with the oldest run where the span has no beginning', async () => {
		expect(await walk(evenly(150, 1_000, 5_000), ALWAYS)).toMatchObject({
			asked: [
				'-Infinity..Infinity',
				'-Infinity..Infinity',
				'-Infinity..Infinity page 2',
				'-Infinity..6000',
				'-Infinity..6000',
				'4000..283200',
				'4000..135360',
				'4000..70680',
				'68680..139280',
				'137280..Infinity',
			],
			steps: [5_000, 69_680, 138_280, Infinity],
			shown: 150,
		});
	});

	it('reads pages where a slice is too dense, once more where runs may leave', async () => {
		const runs = [...evenly(150, 0, 500), ...evenly(40, 1_000, 600_000)];
		const [first, second] = [['-1000..5000'], ['-1000..5000 page 2']];
		const before = ['-1000..1001000', ...first, ...first];
		const after = ['3000..1001000'];
		const once = await walk(runs);
		expect(once).toMatchObject({
			asked: [...before, ...second, ...after],
			steps: [4_000, 1_000_000],
			shown: 190,
		});
		const more = await walk(runs, SPAN, { shrinks: true });
		expect(more.asked).toEqual([
			...before,
			...second,
			...first,
			...second,
			...first,
			...second,
			...after,
		]);
	});

	it('ends with the slice that ends the span', async () => {
		const { asked, steps } = await walk(evenly(150, 0, 500), { from: 0, to: 3_000 });
		const pages = ['-1000..4000', '-1000..4000 page 2'];
		expect([asked, steps]).toEqual([['-1000..4000', '-1000..4000', ...pages], [3_000]]);
	});

	it('narrows a slice to a sixteenth, and widens the next one fourfold, but no more', async () => {
		const runs = [...evenly(101, 10_000), ...evenly(3_000, 1, 500_500)];
		const { asked, steps, shown } = await walk(runs);
		expect(shown).toBe(3_101);
		expect(asked.slice(0, 6)).toEqual([
			'-1000..1001000',
			'-1000..694000',
			'-1000..44313',
			'42313..217563',
			'215563..910563',
			'215563..260875',
		]);
		expect(steps.slice(0, 3)).toEqual([43_313, 216_563, 259_875]);
	});

	it('reads pages where narrower spans bring no less', async () => {
		const timeless = await walk(evenly(300, 1_000), SPAN, {}, () => 300);
		expect(timeless).toMatchObject({ steps: [1_000_000], shown: 300 });
		const pages = ['', ' page 2', ' page 3', ' page 4'].map((page) => `-1000..1001000${page}`);
		expect(timeless.asked).toEqual([
			'-1000..1001000',
			'-1000..70300',
			...pages,
			...pages,
			...pages,
		]);
	});
});

describe('reading page after page', () => {
	it('ends after two readings without anything new', async () => {
		const list = new PlainList(evenly(150, 1, 1));
		await readPages(list.list, SPAN);
		const reading = ['0..1000000', '0..1000000 page 2'];
		expect(list.asked).toEqual([...reading, ...reading, ...reading]);
	});

	it('is left at 20 readings where pages keep changing and show less than is counted', async () => {
		const list = new PlainList(evenly(150, 1, 1), (there) => {
			list.runs.push(...list.runs.splice(0, 1));
			return there + 50;
		});
		await readPages(list.list, SPAN);
		expect(list.asked.filter((asked) => !asked.includes('page'))).toHaveLength(20);
	});

	it('is content where all is known already', async () => {
		const list = new PlainList(evenly(50, 1));
		await readPages(list.list, SPAN, new Set(list.runs.map(({ id }) => id)));
		expect(list.asked).toHaveLength(2);
	});
});

test('a span is read to its end', async () => {
	const list = new PlainList(evenly(300, 1_000));
	await readSpan(list.list, SPAN);
	expect(list.shown.size).toBe(300);
});

test('the edge of an empty list is the end of its span', async () => {
	const list = new PlainList([listed(5)]);
	expect(await findEdge(list.list, 'oldest', { from: 6, to: 9 })).toBe(9);
	expect(await findEdge(list.list, 'newest', { from: 6, to: 9 })).toBe(6);
	expect([await findEdge(list.list, 'oldest'), await findEdge(list.list, 'newest')]).toEqual([
		5, 5,
	]);
});
