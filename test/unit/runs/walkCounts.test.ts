import { CreationWalk } from '../../../nodes/DocScore/runs/creationWalk';
import type { List, ListedRun, Span } from '../../../nodes/DocScore/runs/listing';
import { readPages } from '../../../nodes/DocScore/runs/shiftingPages';
import { evenly, PlainList } from './plainList';

const SPAN = { from: 0, to: 1_000_000 };

/** Walks through runs of which this is counted, and tells what was asked. */
async function walk(runs: ListedRun[], count: (there: number, span: Span) => number, span = SPAN) {
	const list = new PlainList(runs, count);
	const begun = await CreationWalk.begin(list.list, span);
	const steps: number[] = [];
	for await (const step of begun.steps()) steps.push(Math.round(step));
	return { asked: list.asked, steps, shown: list.shown.size };
}

describe('a walk where counts are wrong', () => {
	it('believes what is shown where less is counted', async () => {
		const behind = (there: number) => (there === 70 ? 50 : there);
		const { asked } = await walk(evenly(140, 10_000, 1), behind, { from: 0, to: 2_000_000 });
		expect(asked).toEqual(['-1000..2001000', '-1000..694000', '692000..2001000']);
	});

	it('makes the next slice half as wide at least where far more is counted', async () => {
		const ahead = (there: number) => (there === 71 ? 300 : there);
		const { asked, steps } = await walk(evenly(600, 1_000), ahead);
		expect(asked.slice(0, 3)).toEqual(['-1000..1001000', '-1000..70300', '-1000..70300']);
		expect(steps.slice(0, 2)).toEqual([69_300, 69_300 + 69_300 / 2]);
	});

	it('reads pages where a narrower slice counts as much as the one before it', async () => {
		const runs = [...evenly(100, 1_000), ...evenly(500, 10, 100_500)];
		const ignored = (there: number, { from }: Span) => (from === 68_300 ? 531 : there);
		const { asked, steps, shown } = await walk(runs, ignored);
		expect(asked.slice(0, 6)).toEqual([
			'-1000..1001000',
			'-1000..70300',
			'68300..138624',
			'68300..79307',
			'68300..1001000',
			'68300..1001000 page 2',
		]);
		expect([steps, shown]).toEqual([[69_300, 1_000_000], 600]);
	});

	// Each slice takes eight, as nothing tells whether a page is the last one.
	it.each([
		[206, 80],
		[213, 88],
	])(
		'takes 50 requests, and 12 for 100 runs, then it reads pages: of %i in %i',
		async (count, requests) => {
			const { asked, shown } = await walk(evenly(count, 1_000), () => Infinity);
			expect([asked.length, shown]).toEqual([requests, count]);
		},
	);
});

describe('reading page after page', () => {
	const reading = async (list: PlainList) => {
		await readPages(list.list, SPAN);
		return list.asked.filter((asked) => !asked.includes('page')).length;
	};

	/** A list of two pages that begins with other runs in each reading. */
	function turning(total: (there: number) => number): PlainList {
		const list: PlainList = new PlainList(evenly(150, 1, 1), (there) => {
			if (list.asked.length % 2 === 0) list.runs.push(...list.runs.splice(0, 50));
			return total(there);
		});
		return list;
	}

	it('ends once all was shown that is counted, though pages keep changing', async () => {
		expect(await reading(turning((there) => there))).toBe(3);
		expect(await reading(turning(() => Infinity))).toBe(3);
		expect(await reading(turning((there) => there + 1))).toBe(20);
	});

	it('ends where pages stay the same, though more is counted', async () => {
		expect(await reading(new PlainList(evenly(150, 1, 1), (there) => there + 50))).toBe(3);
	});

	it('asks for one page at a time', async () => {
		const list = new PlainList(evenly(450, 1, 1));
		let [inside, most] = [0, 0];
		const counted: List = async (span, page) => {
			most = Math.max(most, ++inside);
			const listing = await list.list(span, page);
			inside--;
			return listing;
		};
		await readPages(counted, SPAN);
		expect([list.shown.size, most]).toEqual([450, 1]);
	});
});
