import { CancelledError } from '../../../nodes/DocScore/service/errors';
import { NOON, range, runAt, runsAt } from '../runs/fakeRuns';
import { failure } from '../runs/fakeService';
import { tracking } from './tracking';

const MINUTE_MS = 60_000;

describe('a poll', () => {
	it('lists, verifies and emits runs in order of creation', async () => {
		const { service, ledger, run, logs } = tracking(runsAt([5, 9, 7], 'completed'), [9]);
		const { ids, asked, error, left } = await run();
		expect(asked).toHaveLength(4);
		expect([ids, error, logs]).toEqual([['5', '7', '9'], undefined, []]);
		expect([...(left?.done.keys() ?? [])]).toEqual(['5', '7', '9']);
		expect([service.runs.length, ledger.open.size]).toEqual([3, 1]);
	});

	it('emits undated runs first', async () => {
		const undated = { ...runAt(1, 'failed', 'undated'), isDated: false };
		const { run } = tracking([...runsAt([-5, 5], 'failed'), undated], [-5]);
		expect((await run()).ids).toEqual(['undated', '-5', '5']);
	});

	it('forgets the backoff of a run that is no longer open', async () => {
		const { tools, run } = tracking(runsAt([5, 9]), [5, 9]);
		tools.readBackoff.defer('5', false);
		tools.readBackoff.defer('gone', false);
		await run();
		expect([tools.readBackoff.attempts('5'), tools.readBackoff.attempts('gone')]).toEqual([1, 0]);
	});

	it('knows that the cursor is in the past, even without samples of the time', async () => {
		const { tools, run } = tracking([], []);
		await run();
		expect(tools.clock.atLeast(1_000)).toBe(NOON);
	});

	it('stores new events, unless a phase failed or is incomplete', async () => {
		const { service, ledger, now, run } = tracking(runsAt([5], 'failed'), [5]);
		ledger.events = ['failed'];
		service.failOnce((asked) => asked.startsWith('details'), failure(400));
		expect((await run()).left?.events).toEqual(['completed', 'failed']);
		service.failOnce((asked) => asked.startsWith('all'), failure(400));
		expect((await run()).left?.events).toEqual(['failed']);
		now.leftMs = 100;
		service.onRequest = (asked) => (now.leftMs = asked.startsWith('details') ? 10 : 100);
		expect((await run()).left?.events).toEqual(['failed']);
	});
});

describe('a failure in a phase of a poll', () => {
	const many = range(150, MINUTE_MS, MINUTE_MS);
	const finished = runsAt([1], 'completed');

	it('does not affect other phases, and is reported', async () => {
		const { service, run, logs } = tracking([...finished, ...runsAt(many)], [1]);
		const error = failure(400);
		service.failOnce((asked) => asked !== 'all -1..', error);
		const tracked = await run();
		expect(tracked.ids).toEqual(['1']);
		expect(tracked.error).toBe(error);
		expect(logs).toEqual(['Other finished runs are left to the next poll: Status 400']);
	});

	it('is logged only if the poll emits runs', async () => {
		const { service, run, logs } = tracking(runsAt(many), []);
		service.failOnce((asked) => asked === 'all -1..', failure(400));
		expect((await run()).error).toMatchObject({ message: 'Status 400' });
		expect(logs).toEqual([]);
	});

	it('is reported once if it concerns a single run', async () => {
		const { service, run, logs } = tracking(runsAt([1, 2], 'completed'), [1, 2]);
		service.failOnce((asked) => asked === 'details of 1', failure(410));
		const { ids, error } = await run();
		expect([ids, logs.length]).toEqual([['2'], 1]);
		expect(error).toMatchObject({ message: expect.stringContaining('Run 1 cannot be read') });
	});

	it.each([
		['a pause', failure(503, { retryAfterMs: 7 })],
		['the end of its time', new CancelledError('Time')],
	])('ends the poll if it is %s', async (_, error) => {
		const { service, run } = tracking([...finished, ...runsAt(many)], [1, ...many]);
		const told = error instanceof CancelledError ? undefined : error;
		service.failOnce(() => true, error);
		expect(await run()).toMatchObject({ requests: 1, error: told, ids: [] });
		service.failOnce((asked) => asked.startsWith('pending'), error);
		const later = await run();
		expect(later).toMatchObject({ error: told, ids: [] });
		expect(later.asked.filter((asked) => asked.startsWith('details'))).toEqual([]);
	});

	it('is reported as a pause if the service asks for one, whatever failed before', async () => {
		const { service, run } = tracking(runsAt([1], 'completed'), [1]);
		const pause = failure(429, { retryAfterMs: 7 });
		service.onRequest = (asked) => {
			throw asked.startsWith('all') ? failure(400) : pause;
		};
		expect((await run()).error).toBe(pause);
	});

	it('is not reported if the time is over, and the next poll begins with the phase after it', async () => {
		const { service, tools, now, run } = tracking(runsAt(many), []);
		service.onRequest = () => (now.isListTimeUp = true);
		expect((await run()).error).toBeUndefined();
		expect(tools.firstPhase.index).toBe(1);
	});

	it('begins each phase first in its turn', async () => {
		const { tools, now, run, runOn } = tracking(runsAt(many), many);
		tools.firstPhase.index = 3;
		tools.clock.seed(NOON + 200 * MINUTE_MS);
		now.isListTimeUp = true;
		const { requests, left } = await run();
		expect(requests).toBe(1);
		expect(left?.cursor).toBe(NOON);
		expect(tools.firstPhase.index).toBe(4);
		await runOn();
		expect(tools.firstPhase.index).toBe(0);
	});
});
