import { EnoughListed } from '../../../nodes/DocScore/trigger/poll';
import { reconcile } from '../../../nodes/DocScore/trigger/reconcile';
import { ledgerOf, NOON, type PlainRun, PlainService, pollOf, range, runsAt } from './plainService';
import { finish, HOUR_MS, many, reconciling, SECOND_MS } from './reconciling';

describe('reconciling where the history is long', () => {
	const past = (count: number) =>
		runsAt(range(count, 10 * SECOND_MS, 15 * SECOND_MS), 'completed', 'past ');

	function setUpLong(runs: PlainRun[], history = past(101)) {
		const parts = reconciling([...runs, ...history], runs);
		parts.service.runs.sort((a, b) => (a.created ?? 0) - (b.created ?? 0));
		return parts;
	}

	it('looks in halves of the span, each as far as its totals do not agree', async () => {
		const runs = many(250);
		for (const run of runs.slice(100, 140)) run.status = 'pending';
		const { reconciled } = setUpLong(runs);
		finish(runs, 10);
		expect(await reconciled()).toEqual({
			asked: [
				'pending 9000..2501000',
				'processing 9000..2501000',
				'completed 8000..2502000',
				// Of the 210 that are not pending, each half has 105.
				'processing 9000..1455000',
				'processing 9000..525000',
				'processing 525000..1455000',
				'processing 1455000..2501000',
			],
			candidates: ['110000'],
		});
	});

	it.each([
		[100, 7],
		[99, 10],
	])('lists %i finished runs beside one that is looked for in %i lists', async (count, lists) => {
		const runs = many(250);
		const { reconciled } = setUpLong(runs, past(count));
		finish(runs, 10);
		const { asked, candidates } = await reconciled();
		expect(candidates).toEqual(['110000']);
		expect(asked).toHaveLength(lists);
	});

	it('looks in halves for a run that is in no list at all, and while older ones are listed', async () => {
		const runs = many(250);
		const { ledger, reconciled } = reconciling(runs);
		for (const run of runs.slice(10, 11)) run.isHidden = true;
		const halves = [
			'processing 9000..1255000',
			'processing 9000..625000',
			'processing 625000..1255000',
			'processing 1255000..2501000',
		];
		const deleted = await reconciled();
		expect(deleted.candidates).toEqual(['110000']);
		expect(deleted.asked.slice(2, 6).map((asked) => asked.split(' ')[0])).toEqual([
			'completed',
			'completed',
			'failed',
			'failed',
		]);
		expect(deleted.asked.slice(6)).toEqual(halves);
		ledger.older = { statuses: ['pending'], from: null, to: NOON, finished: 0 };
		const early = await reconciled();
		expect(early.candidates).toEqual(['110000']);
		expect(early.asked.slice(2)).toEqual(halves);
	});

	it('asks for the details of three runs, rather than for more lists', async () => {
		const runs = many(203);
		for (const run of runs.slice(0, 100)) run.status = 'pending';
		for (const run of runs.slice(100, 200)) run.status = 'processing';
		finish(runs, 200, 201, 202);
		const { poll, service, reconciled } = setUpLong(runs.slice(0, 203));
		const { asked, candidates } = await reconciled();
		expect(asked).toEqual(['pending 9000..2031000', 'processing 9000..2031000']);
		expect(candidates).toEqual(['2010000', '2020000', '2030000']);
		expect(poll.listed.size).toBe(200);
		expect(service.asked).toHaveLength(2);
	});

	it('is left at what was found where enough was listed', async () => {
		const runs = many(400);
		const { service, now, reconciled } = setUpLong(runs);
		finish(runs, 10, 390);
		service.onRequest = () => (now.enoughListed = service.asked.length >= 3);
		await expect(reconciled()).rejects.toThrow(EnoughListed);
	});

	it('reads page after page what lies too close to be parted', async () => {
		const runs = runsAt(range(250, 0, 10_000)).map((run, index) => ({ ...run, id: `${index}` }));
		const past = runsAt(range(101, 1, 10_500), 'completed', 'past ');
		const service = new PlainService([...runs, ...past]);
		const ledger = ledgerOf([]);
		for (const { id } of runs) ledger.observe({ id, status: 'processing', created: NOON + 10_000 });
		ledger.beginAt(NOON + HOUR_MS, NOON + HOUR_MS);
		const { poll } = pollOf(service, ledger);
		for (const run of runs.slice(10, 11)) run.isHidden = true;
		await reconcile(poll);
		expect([...poll.candidates]).toEqual(['10']);
		expect(service.asked.slice(3, 6)).toEqual([
			'processing 9000..11000',
			'processing 9000..11000 page 2',
			'processing 9000..11000 page 3',
		]);
	});
});
