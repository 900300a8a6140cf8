import { UNDATED } from '../../../nodes/DocScore/trigger/ledger/ledger';
import { NOON, range, runsAt, setStatus } from '../runs/fakeRuns';
import { failure } from '../runs/fakeService';
import { seen, tracking } from './tracking';

const SECOND_MS = 1_000;

describe('a run that the service does not know', () => {
	/** Older than what is listed in each poll; requests for its details fail. */
	function unknown(times: number[]) {
		const parts = tracking([...runsAt(times), ...runsAt([SECOND_MS])], times);
		const detailsOf = (asked: string[]) => asked.filter((each) => each.startsWith('details'));
		const failReads = (error: Error = failure(404, { isOwnBody: true })) => {
			parts.service.onRequest = (asked) => {
				if (times.some((time) => asked === `details of ${time}`)) throw error;
			};
		};
		failReads();
		const polls = async (count: number) => {
			let polled = await parts.runOn();
			for (let poll = 1; poll < count; poll++) polled = await parts.runOn();
			return polled;
		};
		return { ...parts, polls, failReads, detailsOf };
	}

	it('is dropped after it was not found in three polls, where no list shows it', async () => {
		const { service, run, polls, logs, detailsOf } = unknown([-10]);
		service.runs = service.runs.slice(1);
		const first = await run();
		const third = await polls(2);
		expect([first, third].map(({ asked }) => detailsOf(asked).length)).toEqual([1, 1]);
		expect(third.left?.open.has('-10')).toBe(true);
		const { asked, left, error } = await polls(1);
		expect(detailsOf(asked)).toEqual([]);
		expect([left?.open.has('-10'), left?.done.size, error]).toEqual([false, 0, undefined]);
		expect(logs).toEqual([
			'Run -10 is no longer waited for: the service does not know it any more',
		]);
	});

	it('stays where its details are found again in between', async () => {
		const { service, run, polls, failReads, logs } = unknown([-10]);
		await run();
		await polls(1);
		service.onRequest = () => {};
		await polls(1);
		failReads();
		expect((await polls(2)).left?.open.get('-10')?.notFound).toBe(2);
		expect(logs).toEqual([]);
	});

	it('is read less and less often where a list shows it, and reported once', async () => {
		const { run, polls, tools, logs } = unknown([-10]);
		await run();
		const { left, error } = await polls(3);
		const message =
			'Run -10 cannot be read, so the trigger retries it at longer and longer intervals. The service lists it, but does not find it';
		expect(logs).toEqual([message]);
		const details = { status: 404, outcome: 'rejected', transient: false };
		expect(error).toMatchObject({ message, details });
		expect(left?.open.get('-10')?.notFound).toBe(0);
		expect(tools.readBackoff.attempts('-10')).toBe(1);
		await polls(4);
		expect(tools.readBackoff.attempts('-10')).toBe(2);
		expect(logs).toHaveLength(1);
	});

	it('has its second listed once for all runs of that second', async () => {
		const times = range(3, 10, -900);
		const { service, run, polls } = unknown(times);
		service.runs = service.runs.slice(3);
		await run();
		const before = await polls(2);
		const { left, requests } = await polls(1);
		expect(left?.open.size).toBe(1);
		expect(requests).toBeLessThanOrEqual(before.requests - 3 + 1);
	});

	it('is dropped without a list where it has no creation time', async () => {
		const { service, ledger, run, polls } = unknown([-10]);
		service.runs = service.runs.slice(1);
		const [old] = ledger.open.values();
		if (old) old.created = UNDATED;
		await run();
		const before = await polls(2);
		const { left, requests } = await polls(1);
		expect(left?.open.has('-10')).toBe(false);
		expect(requests).toBe(before.requests - 1);
	});
});

describe('a run that was tracked under other filters', () => {
	function inherited(status: string, isListed: boolean) {
		const parts = tracking(runsAt([-10], status), [-10]);
		const run = parts.ledger.open.get('-10');
		if (run) run.inherited = true;
		if (!isListed) for (const each of parts.service.runs) each.inLists = 'absent';
		return parts;
	}

	it('is emitted where the present ones list it', async () => {
		const { run } = inherited('completed', true);
		const { ids, left, requests } = await run();
		expect([ids, left?.open.size]).toEqual([['-10'], 0]);
		expect(requests).toBeLessThanOrEqual(3);
	});

	it('is tracked on where they list it as open', async () => {
		const { run, runOn, service } = inherited('processing', true);
		expect((await run()).left?.open.get('-10')?.inherited).toBe(false);
		setStatus(service.runs[0], 'completed');
		expect((await runOn()).ids).toEqual(['-10']);
	});

	it.each(['completed', 'processing'])(
		'is dropped without its details where they do not list it: %s',
		async (status) => {
			const { run, logs } = inherited(status, false);
			const { ids, left, requests } = await run();
			expect([ids, left?.open.size, logs]).toEqual([[], 0, []]);
			expect(requests).toBeLessThanOrEqual(2);
		},
	);

	it('is dropped without a list where it has no creation time, unless one shows it', async () => {
		const { run, ledger } = inherited('completed', false);
		const [old] = ledger.open.values();
		if (old) old.created = UNDATED;
		ledger.observe(seen('other', 5));
		expect((await run()).left?.open.has('-10')).toBe(false);
	});

	it('waits for the lists of the baseline, which may show it', async () => {
		const { run, ledger, now } = inherited('completed', false);
		ledger.baseline = { statuses: ['pending'], from: null, to: NOON, finished: null };
		now.isListTimeUp = true;
		expect((await run()).left?.open.has('-10')).toBe(true);
	});
});
