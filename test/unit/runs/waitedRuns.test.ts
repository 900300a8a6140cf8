import { type Created, findInLists } from '../../../nodes/DocScore/runs/waitedRuns';
import type { RunQuery } from '../../../nodes/DocScore/service/types';
import { type FakeRun, range, runAt } from './fakeRuns';
import { FakeService, type ListDialect } from './fakeService';

const createdTime = '2026-01-05T12:00:00.000Z';

type Wanted = Array<string | [id: string, created: Created]>;

const wantedOf = (wanted: Wanted) =>
	new Map(
		wanted.map((each) => {
			const [id, created] = Array.isArray(each) ? each : [each, { createdTime }];
			return [id, { ...created, wantedAs: id }];
		}),
	);

/** The result of a search in a service that lists these runs, and its requests. */
async function search(wanted: Wanted, listed: FakeRun[], dialect: Partial<ListDialect> = {}) {
	const service = new FakeService(listed, dialect);
	const queries: RunQuery[] = [];
	const query = async (asked: RunQuery) => {
		queries.push(asked);
		return await service.query(asked);
	};
	const seen: Array<[string, string | null]> = [];
	const isWhole = await findInLists({ query }, wantedOf(wanted), ({ wantedAs }, { status }) =>
		seen.push([wantedAs, status]),
	);
	const asked = queries.map(({ page, filters }) => [filters?.status ?? 'all', page]);
	return { seen, isWhole, asked, filters: queries.map(({ filters }) => filters) };
}

const run = (id: string, status = 'pending') => runAt(0, status, id);

const many = (count: number, status: string, name: string = status) =>
	range(count, 1).map((at) => run(`${name}-${at}`, status));

describe('The search for waited runs', () => {
	it('finds open and finished runs in one list, also if it writes IDs in another case', async () => {
		const listed = [run('AB-1'), run('ab-2', 'completed'), run('CD-3')];
		const { seen, isWhole, asked } = await search(['ab-1', 'AB-2', 'ef-4'], listed);
		expect(seen).toEqual([
			['ab-1', 'pending'],
			['AB-2', 'completed'],
		]);
		expect([isWhole, asked]).toEqual([true, [['all', 1]]]);
	});

	it('reads at most two pages of that list per hundred runs, otherwise the lists of open runs', async () => {
		const others = many(150, 'completed', 'other');
		const two = await search(['wanted'], [...others, run('wanted')]);
		expect([two.seen.length, two.asked]).toEqual([
			1,
			[
				['all', 1],
				['all', 2],
			],
		]);
		const three = await search(['a', 'wanted'], [...others, ...others, run('wanted')]);
		expect([three.seen.length, three.isWhole]).toEqual([1, true]);
		expect(three.asked).toEqual([
			['all', 1],
			['pending', 1],
			['processing', 1],
		]);
	});

	it('reads up to the last wanted run, and twice as many pages for 101 runs', async () => {
		const others = many(350, 'completed', 'other');
		expect((await search(['a'], [run('a'), ...others.slice(200)])).asked).toEqual([['all', 1]]);
		const wanted = many(101, 'pending').map(({ id }) => id);
		const { asked } = await search(wanted, others);
		expect(asked).toEqual([1, 2, 3, 4].map((page) => ['all', page]));
	});

	it('gives up if the pages of both lists of open runs are more than the runs to find', async () => {
		const listed = [...many(150, 'pending'), ...many(150, 'processing')];
		const { asked, isWhole } = await search(['a', 'b', 'c'], listed);
		expect([isWhole, asked.length, asked.at(-1)]).toEqual([false, 4, ['processing', 1]]);
	});

	it('gives up if the lists have more pages than there are runs to find', async () => {
		const { asked, isWhole } = await search(['a', 'b', 'c', 'd'], many(500, 'pending'));
		expect([isWhole, asked]).toEqual([
			false,
			[
				['all', 1],
				['pending', 1],
			],
		]);
	});

	it('continues after full pages if the service does not count', async () => {
		const listed = [...many(100, 'completed'), run('wanted')];
		const { seen, asked } = await search(['wanted', 'a'], listed, { total: 'missing' });
		expect([seen.length, asked]).toEqual([
			1,
			[
				['all', 1],
				['all', 2],
			],
		]);
	});

	describe('spans all runs', () => {
		const spanOf = async (...times: Array<string | null | Partial<Created>>) => {
			const wanted = times.map((time, at): [string, Created] => {
				const created = typeof time === 'string' ? { createdTime: time } : time;
				return [`${at}`, { createdTime: null, ...created }];
			});
			const { filters, asked } = await search(wanted, []);
			return [filters[0]?.startTime, filters[0]?.endTime, asked[0]?.[0]];
		};

		it("from the oldest to the newest, in any order, in the style of the service's times", async () => {
			const [ten, noon, nine] = ['10', '12', '09'].map((hour) => `2026-03-01T${hour}:00:00`);
			expect(await spanOf(`${ten}Z`, `${noon}Z`, `${nine}Z`)).toEqual([
				'2026-03-01T08:59:59.000Z',
				'2026-03-01T12:00:01.000Z',
				'all',
			]);
			expect(await spanOf(ten ?? null)).toEqual([
				'2026-03-01T09:59:59.000',
				'2026-03-01T10:00:01.000',
				'all',
			]);
		});

		it('without an end if the time of a run is not known', async () => {
			const start = '2026-03-01T09:59:59.000Z';
			const ten = '2026-03-01T10:00:00Z';
			expect(await spanOf(ten, null)).toEqual([start, undefined, 'all']);
		});

		it('in the lists of open runs if no time is known', async () => {
			expect(await spanOf(null, null)).toEqual([undefined, undefined, 'pending']);
		});
	});
});
