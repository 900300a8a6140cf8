import { seekEdge } from '../../../nodes/DocScore/runs/edge';
import { ALWAYS } from '../../../nodes/DocScore/runs/listing';
import { evenly, listed, PlainList } from './plainList';

const sure = (created: number, hasUndated = false) => ({
	created,
	boundsRespected: true,
	hasUndated,
});

describe('the edge of a list', () => {
	it('is sought with a second to spare, until it fits on a page', async () => {
		const list = new PlainList(evenly(450, 1_000));
		expect(await seekEdge(list.list, 'oldest')).toEqual(sure(0));
		expect(list.asked).toEqual([
			'-Infinity..Infinity',
			'-Infinity..Infinity page 5',
			'-Infinity..1000',
		]);
		list.asked = [];
		expect(await seekEdge(list.list, 'newest')).toEqual(sure(449_000));
		expect(list.asked.at(-1)).toBe('448000..Infinity');
		expect(list.asked).toHaveLength(3);
	});

	it('is found on one page without another look, within the span', async () => {
		const list = new PlainList([...evenly(3, 1_000), listed(null)]);
		const span = { from: 500, to: 9_000 };
		expect(await seekEdge(list.list, 'newest', span)).toEqual(sure(2_000, true));
		expect(await seekEdge(list.list, 'oldest', span)).toEqual(sure(1_000, true));
		expect(list.asked).toEqual(['500..9000', '500..9000']);
	});

	it('does not ask again for what is known', async () => {
		const list = new PlainList(evenly(150, 1_000));
		const known = await list.list(ALWAYS);
		list.asked = [];
		expect(await seekEdge(list.list, 'newest', ALWAYS, known)).toEqual(sure(149_000));
		expect(list.asked).toEqual(['-Infinity..Infinity page 2', '148000..Infinity']);
	});

	it('ends where the span is as narrow as it gets', async () => {
		const list = new PlainList(evenly(150, 0, 5_000));
		expect(await seekEdge(list.list, 'oldest')).toEqual(sure(5_000));
		expect(list.asked).toEqual([
			'-Infinity..Infinity',
			'-Infinity..Infinity page 2',
			'-Infinity..6000',
			'-Infinity..6000 page 2',
		]);
	});

	it('may have a run without a time on either of the pages that were looked at', async () => {
		const runs = evenly(150, 0, 5_000);
		const first = new PlainList([listed(null), ...runs]);
		const last = new PlainList([...runs, listed(null)]);
		expect(await seekEdge(first.list, 'newest')).toEqual(sure(5_000, true));
		expect(await seekEdge(last.list, 'newest')).toEqual(sure(5_000, true));
	});

	it('is not surely the edge where no run has a time, or bounds do not do what they are for', async () => {
		const undated = new PlainList([listed(null)]);
		expect(await seekEdge(undated.list, 'oldest')).toEqual({
			created: null,
			boundsRespected: false,
		});
		const uncounted = new PlainList(evenly(450, 1_000), (_, { to }) => (to < 9_000 ? 450 : 450));
		expect(await seekEdge(uncounted.list, 'oldest')).toEqual({
			created: 0,
			boundsRespected: false,
		});
		const losing = new PlainList(evenly(450, 1_000));
		const list: PlainList['list'] = async (span, page) =>
			span.to < 9_000 ? { runs: [], total: 0, whole: true } : await losing.list(span, page);
		expect(await seekEdge(list, 'oldest')).toEqual({ created: 0, boundsRespected: false });
	});

	it('asks for the second page where nothing is counted', async () => {
		const list = new PlainList(evenly(150, 1_000), () => Infinity);
		await seekEdge(list.list, 'newest');
		expect(list.asked[1]).toBe('-Infinity..Infinity page 2');
	});
});
