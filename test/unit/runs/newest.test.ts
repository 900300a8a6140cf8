import { ALWAYS, type List, listOf } from '../../../nodes/DocScore/runs/listing';
import { findNewest, seekNewest } from '../../../nodes/DocScore/runs/newest';
import { TimeStyle } from '../../../nodes/DocScore/runs/serviceTime';
import { type FakeRun, NOON, range, runAt, runsAt, runsOfMoment } from './fakeRuns';
import { FakeService, type ListDialect } from './fakeService';

const SECOND_MS = 1_000;

/** A list of these runs, and the service with its requests. */
function listing(runs: FakeRun[], dialect: Partial<ListDialect> = {}) {
	const service = new FakeService(runs, dialect);
	return { service, list: listOf(service, {}, new TimeStyle()) };
}

const newest = (created: number, boundsRespected = true) => ({
	created: NOON + created,
	boundsRespected,
});

const undated = { ...runAt(5_000, 'failed', 'undated'), isDated: false };

describe('the newest run of a list', () => {
	it('is searched with one second of margin, until the rest fits on a page', async () => {
		const { service, list } = listing(runsAt(range(450, SECOND_MS)));
		expect(await seekNewest(list)).toEqual(newest(449_000));
		expect(service.asked.at(-1)).toBe('all 448000..');
		expect(service.asked).toHaveLength(3);
	});

	it('is found with one request if the span fits on a page', async () => {
		const { service, list } = listing(runsAt(range(3, SECOND_MS)));
		const span = { from: NOON + 500, to: NOON + 9_000 };
		expect(await seekNewest(list, span)).toEqual(newest(2_000));
		expect(service.asked).toEqual(['all 500..9000']);
	});

	it('is found without a repeated request if the first page is known', async () => {
		const { service, list } = listing(runsAt(range(150, SECOND_MS)));
		const known = await list(ALWAYS);
		service.asked = [];
		expect(await seekNewest(list, ALWAYS, known)).toEqual(newest(149_000));
		expect(service.asked).toEqual(['all .. page 2', 'all 148000..']);
	});

	it('is found if all runs have the same time', async () => {
		const { service, list } = listing(runsOfMoment(150, 5_000));
		expect(await seekNewest(list)).toEqual(newest(5_000));
		expect(service.asked).toHaveLength(4);
	});

	it('is unreliable if an undated run is on a page that was read', async () => {
		const runs = runsOfMoment(150, 5_000);
		for (const each of [
			[undated, ...runs],
			[...runs, undated],
		]) {
			expect(await seekNewest(listing(each).list)).toEqual(newest(5_000, false));
		}
	});

	it('is unreliable if no run has a time, or bounds are ignored', async () => {
		expect(await seekNewest(listing([undated]).list)).toEqual(newest(-Infinity, false));
		const runs = runsAt(range(450, SECOND_MS));
		const timeless = listing(runs, { total: 'timeless' });
		expect(await seekNewest(timeless.list)).toEqual(newest(449_000, false));
		const losing = listing(runs);
		const list: List = async (span, page) =>
			span.from > NOON + 9_000
				? { runs: [], total: 0, whole: true }
				: await losing.list(span, page);
		expect(await seekNewest(list)).toEqual(newest(449_000, false));
	});

	it('is found through the second page if the service does not count', async () => {
		const { service, list } = listing(runsAt(range(150, SECOND_MS)), { total: 'missing' });
		await seekNewest(list);
		expect(service.asked[1]).toBe('all .. page 2');
	});

	it('defaults to the start of the span if there is none', async () => {
		expect(await findNewest(listing([]).list, { from: 7, to: 9 })).toBe(7);
		expect(await findNewest(listing(runsAt(range(3, 1))).list)).toBe(NOON + 2);
	});
});
