import { ALWAYS } from '../../../nodes/DocScore/runs/listing';
import { findNewest, seekNewest } from '../../../nodes/DocScore/runs/newest';
import { evenly, listed, PlainList } from './plainList';

const newest = (created: number, boundsRespected = true) => ({ created, boundsRespected });

describe('the newest run of a list', () => {
	it('is sought with a second to spare, until it fits on a page', async () => {
		const list = new PlainList(evenly(450, 1_000));
		expect(await seekNewest(list.list)).toEqual(newest(449_000));
		expect(list.asked.at(-1)).toBe('448000..Infinity');
		expect(list.asked).toHaveLength(3);
	});

	it('is found on one page without another look, within the span', async () => {
		const list = new PlainList(evenly(3, 1_000));
		expect(await seekNewest(list.list, { from: 500, to: 9_000 })).toEqual(newest(2_000));
		expect(list.asked).toEqual(['500..9000']);
	});

	it('does not ask again for what is known', async () => {
		const list = new PlainList(evenly(150, 1_000));
		const known = await list.list(ALWAYS);
		list.asked = [];
		expect(await seekNewest(list.list, ALWAYS, known)).toEqual(newest(149_000));
		expect(list.asked).toEqual(['-Infinity..Infinity page 2', '148000..Infinity']);
	});

	it('ends where the span is as narrow as it gets', async () => {
		const list = new PlainList(evenly(150, 0, 5_000));
		expect(await seekNewest(list.list)).toEqual(newest(5_000));
		expect(list.asked).toHaveLength(4);
	});

	it('is not sure where a run without a time is on either of the pages that were looked at', async () => {
		const runs = evenly(150, 0, 5_000);
		const first = new PlainList([listed(null), ...runs]);
		const last = new PlainList([...runs, listed(null)]);
		expect(await seekNewest(first.list)).toEqual(newest(5_000, false));
		expect(await seekNewest(last.list)).toEqual(newest(5_000, false));
	});

	it('is not sure where no run has a time, or bounds do not do what they are for', async () => {
		const undated = new PlainList([listed(null)]);
		expect(await seekNewest(undated.list)).toEqual(newest(-Infinity, false));
		const uncounted = new PlainList(evenly(450, 1_000), () => 450);
		expect(await seekNewest(uncounted.list)).toEqual(newest(449_000, false));
		const losing = new PlainList(evenly(450, 1_000));
		const list: PlainList['list'] = async (span, page) =>
			span.from > 9_000 ? { runs: [], total: 0, whole: true } : await losing.list(span, page);
		expect(await seekNewest(list)).toEqual(newest(449_000, false));
	});

	it('asks for the second page where nothing is counted', async () => {
		const list = new PlainList(evenly(150, 1_000), () => Infinity);
		await seekNewest(list.list);
		expect(list.asked[1]).toBe('-Infinity..Infinity page 2');
	});

	it('was created at the start of the span where there is none', async () => {
		expect(await findNewest(new PlainList([]).list, { from: 7, to: 9 })).toBe(7);
		expect(await findNewest(new PlainList(evenly(3, 1)).list)).toBe(2);
	});
});
