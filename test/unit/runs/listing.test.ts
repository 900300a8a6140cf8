import { ALWAYS, type ListedRun, listOf, type Span } from '../../../nodes/DocScore/runs/listing';
import type { RunCriteria } from '../../../nodes/DocScore/runs/criteria';
import { TimeStyle } from '../../../nodes/DocScore/runs/serviceTime';
import type { RunQuery } from '../../../nodes/DocScore/service/types';
import { listed } from './listed';

const SPAN: Span = { from: 0, to: 1_000 };

/** A list with this many runs and this total, and the requests to the service. */
function listing(
	count: number,
	totalCount: number | null,
	search: RunCriteria = {},
	status?: string,
) {
	const queries: RunQuery[] = [];
	const observed: ListedRun[] = [];
	const runs = Array.from({ length: count }, (_, at) => listed(null, `${at}`).run);
	const query = async (asked: RunQuery) => {
		queries.push(asked);
		return await Promise.resolve({ runs, totalCount });
	};
	const observe = (shown: ListedRun[]) => void observed.push(...shown);
	return { list: listOf({ query }, search, new TimeStyle(), observe, status), queries, observed };
}

describe('A page of a list', () => {
	it.each([
		[2, 2, { total: 2, whole: true }],
		[2, 1, { total: 1, whole: true }],
		[2, 3, { total: 3, whole: false }],
		[0, 5, { total: 5, whole: false }],
		[99, null, { total: 99, whole: true }],
		[100, null, { total: Infinity, whole: false }],
	])('with %i runs and a total of %p has %p', async (count, counted, expected) => {
		const { list, observed } = listing(count, counted);
		const { runs, ...rest } = await list(ALWAYS);
		expect(rest).toEqual(expected);
		expect(observed).toEqual(runs);
		expect(runs).toHaveLength(count);
	});

	it('is requested with the finite ends of the span and its status', async () => {
		const own = {
			startTime: '1969-01-01T00:00:00.000Z',
			endTime: '1970-01-01T00:00:02.000Z',
			filename: 'c',
		};
		const { list, queries } = listing(1, 1, { filters: own, metadata_filters: [] }, 'pending');
		await list(ALWAYS);
		await list({ from: 0, to: Infinity }, 3);
		await list({ from: -Infinity, to: 1_000 });
		// The user's own times are narrower.
		await list({ from: Date.UTC(1968, 0), to: 3_000 });
		// A millisecond before the span, because the start may be exclusive.
		const [startTime, endTime] = ['1969-12-31T23:59:59.999Z', '1970-01-01T00:00:01.000Z'];
		const filters = { ...own, status: 'pending' };
		expect(queries).toEqual([
			{ metadata_filters: [], page: 1, limit: 100, filters },
			{ metadata_filters: [], page: 3, limit: 100, filters: { ...filters, startTime } },
			{ metadata_filters: [], page: 1, limit: 100, filters: { ...filters, endTime } },
			{ metadata_filters: [], page: 1, limit: 100, filters },
		]);
	});

	it.each([
		['a second and a bit before', -2_001, false],
		['up to two seconds before', -2_000, true],
		['up to two seconds after', 3_000, true],
		['more than two seconds after', 3_001, false],
	])('may show runs from %s the span', async (_, created, isAccepted) => {
		const time = new Date(created).toISOString();
		const run = { ...listed(0).run, createdTime: time };
		const query = async () => await Promise.resolve({ runs: [run], totalCount: 1 });
		const read = listOf({ query }, {}, new TimeStyle())(SPAN);
		if (isAccepted) expect((await read).runs).toHaveLength(1);
		else await expect(read).rejects.toThrow('between startTime and endTime');
	});

	it('may show runs without a time in any span', async () => {
		const query = async () => await Promise.resolve({ runs: [listed(null).run], totalCount: 1 });
		const read = listOf({ query }, {}, new TimeStyle())({ from: 1e12, to: 2e12 });
		expect((await read).runs).toHaveLength(1);
	});
});
