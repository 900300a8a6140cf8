import { UNDATED } from '../../../nodes/DocScore/trigger/ledger';
import { reconcile } from '../../../nodes/DocScore/trigger/reconcile';
import { NOON, range, runsAt } from './plainService';
import { finish, many, reconciling } from './reconciling';

describe('reconciling', () => {
	it('asks for the details of three runs without any list', async () => {
		const { tools, reconciled } = reconciling(many(3));
		expect(await reconciled()).toEqual({ asked: [], candidates: ['10000', '20000', '30000'] });
		expect(tools.spotCheck.next).toBe(0);
	});

	it('asks for none of those that were listed', async () => {
		const { poll } = reconciling(many(3));
		poll.listed.add('20000');
		await reconcile(poll);
		expect([...poll.candidates]).toEqual(['10000', '30000']);
	});

	it('looks for four in both lists, twice, as a total may deceive', async () => {
		const runs = many(4);
		const { reconciled } = reconciling(runs);
		const span = '9000..41000';
		const whole = [`pending ${span}`, `processing ${span}`];
		expect(await reconciled()).toEqual({ asked: whole, candidates: [] });
		finish(runs, 2);
		expect(await reconciled()).toEqual({ asked: whole, candidates: ['30000'] });
	});

	it('ends the span before an open run that is later and was listed', async () => {
		const { poll, reconciled } = reconciling([...many(4), ...runsAt([41_000])]);
		poll.listedFrom = NOON + 41_000;
		const { asked } = await reconciled();
		expect(asked).toEqual(['pending 9000..40500', 'processing 9000..40500']);
	});

	it.each([
		[43_000, 41_000],
		[41_998, 40_999],
	])('ends it no later than a second after its last run: before %i at %i', async (next, to) => {
		const { poll, reconciled } = reconciling([...many(4), ...runsAt([next, next + 10])]);
		poll.listedFrom = NOON + next;
		expect((await reconciled()).asked[0]).toBe(`pending 9000..${to}`);
	});

	it('looks in no list for what is nowhere to be found in it, or cannot be read', async () => {
		const { ledger, tools, reconciled } = reconciling(many(8));
		for (const [id, run] of [...ledger.open].slice(0, 1))
			ledger.open.set(id, { ...run, created: UNDATED });
		for (const [id, run] of [...ledger.open].slice(1, 2))
			ledger.open.set(id, { ...run, inherited: true });
		tools.postponed.begin('30000', false);
		const { asked, candidates } = await reconciled();
		expect(asked).toEqual(['pending 39000..81000', 'processing 39000..81000']);
		expect(candidates).toEqual(['10000', '20000', '30000']);
	});

	it('leaves runs of other filters until all older ones that these cover are known', async () => {
		const { ledger, reconciled } = reconciling(many(2));
		for (const run of ledger.open.values()) run.inherited = true;
		ledger.older = { statuses: ['pending'], from: null, to: NOON, finished: 0 };
		expect((await reconciled()).candidates).toEqual([]);
		ledger.older = null;
		expect((await reconciled()).candidates).toEqual(['10000', '20000']);
	});

	it('is left at two totals and a spot check of 70 where as many are open as are known', async () => {
		const { reconciled, tools } = reconciling(many(250), many(250).reverse());
		const whole = ['pending 9000..2501000', 'processing 9000..2501000'];
		const check = (span: string) => ({
			asked: [...whole, `pending ${span}`, `processing ${span}`],
			candidates: [],
		});
		expect(await reconciled()).toEqual(check('9000..705000'));
		expect(await reconciled()).toEqual(check('705000..1405000'));
		expect(await reconciled()).toEqual(check('1405000..2105000'));
		expect(await reconciled()).toEqual(check('2105000..2501000'));
		expect(tools.spotCheck.next).toBe(280);
		expect(await reconciled()).toEqual(check('9000..705000'));
	});

	it('begins the spot checks anew exactly where the runs end', async () => {
		const { reconciled, tools } = reconciling(many(140));
		for (const span of ['9000..705000', '705000..1401000', '9000..705000']) {
			expect((await reconciled()).asked[2]).toBe(`pending ${span}`);
		}
		expect(tools.spotCheck.next).toBe(70);
	});

	/** So many runs at one moment, named by their number; then others, one each ten seconds. */
	function setUpCrowd(count: number, before: number[]) {
		const crowd = range(count, 1).map((index) => ({ id: `${index}`, created: 20_000 }));
		const runs = [...runsAt(before), ...crowd, ...runsAt(range(100, 10_000, 30_000))];
		const parts = reconciling(
			runs.map((run) => ({ status: 'processing', ...run })),
			[],
		);
		for (const { id, created } of runs) parts.ledger.open.set(id, openAt(NOON + (created ?? 0)));
		return parts;
	}

	const openAt = (created: number) => ({ created, notFound: 0, inherited: false });

	it('parts no runs of one moment in its spot checks', async () => {
		const { reconciled } = setUpCrowd(150, []);
		const checks = ['pending 19000..25000', undefined, 'pending 25000..625000'];
		for (const check of checks) expect((await reconciled()).asked[2]).toBe(check);
	});

	it('needs no list for a run that stands alone before many of one moment', async () => {
		const { reconciled } = setUpCrowd(150, [10_000]);
		expect((await reconciled()).asked).toHaveLength(2);
	});

	it('finds by a spot check what the totals hide', async () => {
		const runs = many(250);
		const { service, reconciled } = reconciling(runs);
		finish(runs, 7, 200);
		service.runs = [...runs, ...runsAt([15_000, 1_995_000], 'processing', 'unknown ')];
		service.runs.sort((a, b) => (a.created ?? 0) - (b.created ?? 0));
		expect((await reconciled()).candidates).toEqual(['80000']);
	});

	it('looks among the runs that finished, then once more, and makes a spot check only in time', async () => {
		const runs = many(250);
		const { service, now, tools, reconciled } = reconciling(runs);
		service.onRequest = () => (now.enoughListed = service.asked.length === 2);
		expect((await reconciled()).asked).toHaveLength(2);
		expect(tools.spotCheck.next).toBe(0);
		now.enoughListed = false;
		service.onRequest = () => {};
		finish(runs, 100);
		const { asked, candidates } = await reconciled();
		expect(candidates).toEqual(['1010000']);
		expect(asked).toEqual([
			'pending 9000..2501000',
			'processing 9000..2501000',
			'completed 8000..2502000',
			'completed 8000..2502000',
			'failed 8000..2502000',
			'failed 8000..2502000',
			'pending 9000..2501000',
			'processing 9000..2501000',
			'pending 9000..705000',
			'processing 9000..705000',
		]);
	});
});
