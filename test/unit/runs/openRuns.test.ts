import { searchOpenLists } from '../../../nodes/DocScore/runs/openRuns';
import type { RunQuery } from '../../../nodes/DocScore/service/types';
import { readSummary } from '../../../nodes/DocScore/service/readRun';

const createdTime = '2026-03-01T10:00:00.000Z';
const wanted = (ids: string[]) => new Map(ids.map((id) => [id, { createdTime }]));

/** A service that lists these runs as pending, and none as processing. */
function listing(ids: string[]) {
	const queries: RunQuery[] = [];
	const query = async (asked: RunQuery) => {
		queries.push(asked);
		const pending = asked.filters?.status === 'pending' ? ids : [];
		const shown = pending.slice((asked.page - 1) * asked.limit, asked.page * asked.limit);
		const docs = shown.map((id) =>
			readSummary({ id, status: 'pending', created_time: createdTime }),
		);
		const runs = docs.filter((run) => run !== null);
		return await Promise.resolve({ runs, totalCount: pending.length });
	};
	return { queries, query };
}

describe('a search in the lists of open runs', () => {
	it('finds a run whose id the service writes in capitals, and calls it as it was asked for', async () => {
		const service = listing(['AB-1', 'ab-2', 'CD-3']);
		const seen: Array<[string, string | null]> = [];
		const ids = ['ab-1', 'AB-2', 'ef-4'];
		const worthIt = await searchOpenLists(service, wanted(ids), (run) =>
			seen.push([run.id, run.status]),
		);
		expect(worthIt).toBe(true);
		expect(seen).toEqual([
			['ab-1', 'pending'],
			['AB-2', 'pending'],
		]);
	});

	it('reads lists of as many pages as there are runs to find, and no more', async () => {
		const ids = Array.from({ length: 250 }, (_, at) => `run-${at}`);
		const three = ['run-0', 'run-100', 'run-249'];
		const service = listing(ids);
		expect(await searchOpenLists(service, wanted(three), () => {})).toBe(true);
		expect(service.queries).toHaveLength(3);
		const other = listing(ids);
		expect(await searchOpenLists(other, wanted(three.slice(1)), () => {})).toBe(false);
		expect(other.queries).toHaveLength(1);
	});

	it('asks for no more than the span of the runs, and ends when all are found', async () => {
		const service = listing(['a', 'b']);
		await searchOpenLists(service, wanted(['a', 'b']), () => {});
		const filters = {
			startTime: '2026-03-01T09:59:59.000Z',
			endTime: '2026-03-01T10:00:01.000Z',
			status: 'pending',
		};
		expect(service.queries).toEqual([{ page: 1, limit: 100, filters }]);
	});

	it('gives up where the lists have more pages than there are runs to look for', async () => {
		const service = listing(Array.from({ length: 500 }, (_, index) => `other-${index}`));
		expect(await searchOpenLists(service, wanted(['a', 'b', 'c', 'd']), () => {})).toBe(false);
		expect(service.queries).toHaveLength(1);
	});

	describe('spans all runs', () => {
		const spanOf = async (...times: Array<string | null>) => {
			const service = listing([]);
			const runs = times.map((time, at): [string, { createdTime: string | null }] => [
				`${at}`,
				{ createdTime: time },
			]);
			await searchOpenLists(service, new Map(runs), () => {});
			const { startTime, endTime } = service.queries[0]?.filters ?? {};
			return [startTime, endTime];
		};

		it('from the oldest to the newest, in whatever order, as the service writes times', async () => {
			const [ten, noon, nine] = ['10', '12', '09'].map((hour) => `2026-03-01T${hour}:00:00`);
			expect(await spanOf(`${ten}Z`, `${noon}Z`, `${nine}Z`)).toEqual([
				'2026-03-01T08:59:59.000Z',
				'2026-03-01T12:00:01.000Z',
			]);
			expect(await spanOf(ten ?? null)).toEqual([
				'2026-03-01T09:59:59.000',
				'2026-03-01T10:00:01.000',
			]);
		});

		it.each([
			['the first', [null, createdTime]],
			['another', [createdTime, null]],
		])('and has no limits where the time of %s is not known', async (_, times) => {
			expect(await spanOf(...times)).toEqual([undefined, undefined]);
		});
	});

	it('takes what is listed for all where nothing is counted', async () => {
		const service = listing(['a']);
		const query = async (asked: RunQuery) => ({
			...(await service.query(asked)),
			totalCount: null,
		});
		expect(await searchOpenLists({ query }, wanted(['a', 'b']), () => {})).toBe(true);
		expect(service.queries).toHaveLength(2);
	});
});
