import { UNDATED } from '../../../nodes/DocScore/trigger/ledger/ledger';
import { NOON, range, runsAt, setStatus } from '../runs/fakeRuns';
import { tracking } from './tracking';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

describe('open runs', () => {
	/** Older than what is listed in each poll. */
	function open(times: number[]) {
		const past = runsAt(range(150, SECOND_MS, HOUR_MS), 'failed', 'past ');
		const parts = tracking([...runsAt(times), ...past], times);
		parts.ledger.advanceCursor(NOON + HOUR_MS);
		for (const { id, created } of past) {
			parts.ledger.observe({ id, status: 'failed', created });
			parts.ledger.markDone(id);
		}
		const finish = (...ids: string[]) => {
			for (const run of parts.service.runs) if (ids.includes(run.id)) setStatus(run, 'completed');
		};
		return { ...parts, finish };
	}

	it('are read one by one if there are at most three, otherwise through two lists', async () => {
		const few = open([1, 2, 3]);
		few.finish('2');
		expect(await few.run()).toMatchObject({ ids: ['2'], requests: 4 });
		const more = open([1, 2, 3, 4]);
		expect(await more.run()).toMatchObject({ ids: [], requests: 3 });
		more.finish('2');
		expect(await more.run()).toMatchObject({ ids: ['2'], requests: 4 });
	});

	it('are compared by totals and a spot check if there are many', async () => {
		const { run } = open(range(10_000, 100));
		expect((await run()).requests).toBe(4);
	});

	it.each([
		['created one after the other', range(250, 10 * SECOND_MS)],
		[
			'many of them in one second',
			[...range(150, 1, 20_000), ...range(100, 10 * SECOND_MS, 30_000)],
		],
	])(
		'are recognized as finished even if unknown runs make the totals equal: %s',
		async (_, times) => {
			const { service, finish, run, runOn } = open(times);
			const [first, last] = [`${times[7]}`, `${times[200]}`];
			finish(first, last);
			service.runs.push(...runsAt([15_000, 1_005_000], 'processing', 'unknown '));
			const { ids } = await run();
			for (let poll = 0; poll < 3; poll++) ids.push(...(await runOn()).ids);
			expect(ids.sort()).toEqual([first, last].sort());
		},
	);

	it('are read one by one if the lists cannot show them', async () => {
		const { ledger, tools, finish, run } = open(range(8, SECOND_MS));
		const [undated, inherited] = ledger.open.values();
		if (undated) undated.created = UNDATED;
		if (inherited) inherited.inherited = true;
		tools.readBackoff.defer('2000', false);
		finish('0', '1000', '2000');
		const { ids } = await run();
		expect(ids).toEqual(['0', '1000', '2000']);
	});
});

describe('a list that shows all details', () => {
	const settings = { needsDetails: () => false };

	it('saves the details of completed runs, but not of failed ones', async () => {
		const runs = [...runsAt([1, 2, 3], 'completed'), ...runsAt([4], 'failed')];
		expect(await tracking(runs, [], settings).run()).toMatchObject({
			ids: ['1', '2', '3', '4'],
			asked: ['all -1..', 'details of 4'],
		});
		expect((await tracking(runs, []).run()).requests).toBe(5);
	});

	it('saves the details of hundreds that finished long after their creation', async () => {
		const times = range(400, SECOND_MS, -HOUR_MS);
		const { run } = tracking(runsAt(times, 'completed'), times, settings);
		const { ids, requests } = await run();
		expect(ids).toEqual(times.map(String));
		expect(requests).toBeLessThan(20);
	});
});
