import { ServiceError, CancelledError } from '../../../nodes/DocScore/service/errors';
import { ListTimeUp } from '../../../nodes/DocScore/trigger/poll';
import { endsPoll, verify } from '../../../nodes/DocScore/trigger/verify';
import { range, setStatus } from '../runs/fakeRuns';
import { failure } from '../runs/fakeService';
import { ledgerOf, verifying } from './tracking';

const idsOf = (runs: Array<{ id: string }>) => runs.map(({ id }) => id);

describe('verify', () => {
	it('reads the details of the oldest candidates first, and emits the finished ones', async () => {
		const { poll, ledger, details, service } = verifying([30, 10, 20]);
		setStatus(service.runs[1], 'failed');
		expect(await verify(poll)).toEqual([]);
		expect(details()).toEqual(['10', '20', '30']);
		expect(idsOf(poll.finished)).toEqual(['10', '20', '30']);
		expect([...ledger.done.keys()]).toEqual(['10', '20', '30']);
		expect([ledger.open.size, poll.isIncomplete]).toEqual([0, false]);
	});

	it('marks an unwanted finished run as done, and emits nothing', async () => {
		const { poll, ledger } = verifying([10], 'failed');
		ledger.events = ['completed'];
		await verify(poll);
		expect([poll.finished, [...ledger.done.keys()]]).toEqual([[], ['10']]);
	});

	it('keeps a run open that has not finished, and clears its missed polls and backoff', async () => {
		const { poll, ledger, tools } = verifying([10], 'processing');
		ledger.recordMissing('10');
		tools.readBackoff.defer('10', true);
		await verify(poll);
		expect([...ledger.open.values()]).toEqual([{ ...ledgerOf([10]).open.get('10'), notFound: 0 }]);
		expect(tools.readBackoff.attempts('10')).toBe(0);
		expect(poll.finished).toEqual([]);
	});

	it('reads a run with an unknown status less and less often', async () => {
		const { poll, tools, details, logs, verifyAgain } = verifying([10], 'archived');
		for (let again = 0; again < 5; again++) await verifyAgain();
		expect(details()).toEqual(['10', '10']);
		expect(tools.readBackoff.attempts('10')).toBe(2);
		// A list that shows its end ends that.
		tools.readBackoff.noteFinished('10');
		expect(tools.readBackoff.attempts('10')).toBe(0);
		expect([logs, poll.failedReads]).toEqual([[], []]);
	});

	it('reads ten candidates at once, and those with a backoff last', async () => {
		const { poll, tools, details, service } = verifying(range(25, 1));
		tools.readBackoff.defer('0', false);
		const atOnce: number[] = [];
		let inside = 0;
		service.onRequest = () => {
			if (inside++ === 0) queueMicrotask(() => atOnce.push(inside) && (inside = 0));
		};
		await verify(poll);
		expect(details()).toEqual(range(24, 1, 1).concat(0).map(String));
		expect(atOnce).toEqual([10, 10, 5]);
	});

	it.each([
		[2_000, 20],
		[1_999, 10],
	])('with %i of 3,000 ms left after the first ten reads %i', async (left, count) => {
		const { poll, now, service, details } = verifying(range(20, 1));
		now.leftMs = 3_000;
		service.onRequest = () => (now.leftMs = left);
		expect(await verify(poll)).toEqual([]);
		expect(details()).toHaveLength(count);
		expect(poll.isIncomplete).toBe(count < 20);
	});

	it('does not read a run that is no longer open', async () => {
		const { poll, ledger, details } = verifying([10, 20]);
		ledger.markDone('10');
		await verify(poll);
		expect(details()).toEqual(['20']);
	});

	it('reports an unreadable run once, and reads the others', async () => {
		const { poll, failReads, details, logs, ledger, tools, verifyAgain } = verifying([10, 20]);
		const error = failure(410);
		failReads(error, 10);
		expect(await verify(poll)).toEqual([]);
		const message =
			'Run 10 cannot be read, so the trigger retries it at longer and longer intervals. Status 410';
		expect(logs).toEqual([message]);
		expect(poll.failedReads).toEqual([new ServiceError(message, error.details)]);
		expect(idsOf(poll.finished)).toEqual(['20']);
		expect([...ledger.open.keys()]).toEqual(['10']);
		// Lists tell nothing of what its details are like.
		tools.readBackoff.noteFinished('10');
		await verifyAgain();
		await verifyAgain();
		expect(details()).toEqual(['10', '20', '10']);
		expect(tools.readBackoff.attempts('10')).toBe(2);
		expect([logs.length, poll.failedReads.length]).toEqual([1, 1]);
	});

	it.each([
		[3, 3_000, 'details of 0', 3],
		[4, 3_000, 'completed -1..1000', 1],
		[4, 0, 'details of 0', 4],
	])(
		'of %i candidates with %i ms left first asks for %s',
		async (count, leftMs, first, requests) => {
			const { poll, now, service } = verifying(range(count, 1));
			poll.settings.needsDetails = () => false;
			now.leftMs = leftMs;
			await verify(poll);
			expect([service.asked[0], service.asked.length]).toEqual([first, requests]);
		},
	);

	it('leaves the others to the next poll after thirty unreadable runs', async () => {
		const { poll, failReads, details } = verifying(range(50, 1));
		failReads(failure(410), ...range(50, 1));
		expect(await verify(poll)).toEqual([]);
		expect(details()).toHaveLength(30);
		expect(poll.isIncomplete).toBe(true);
	});

	it('counts a run that the service does not know, which does not count as unreadable', async () => {
		const { poll, failReads, details, ledger, tools } = verifying(range(40, 1));
		failReads(failure(404, { isOwnBody: true }), ...range(40, 1));
		await verify(poll);
		expect(details()).toHaveLength(40);
		expect(ledger.open.get('0')?.notFound).toBe(1);
		expect(tools.readBackoff.attempts('0')).toBe(0);
	});

	it('defers a run where a gateway does not know it', async () => {
		const { poll, failReads, ledger, tools } = verifying([10]);
		failReads(failure(404), 10);
		await verify(poll);
		expect(tools.readBackoff.attempts('10')).toBe(1);
		expect(ledger.open.get('10')?.notFound).toBe(0);
	});

	it('continues if at least one of ten can be read', async () => {
		const { poll, failReads, details } = verifying(range(50, 1));
		failReads(failure(410), ...range(50, 1).filter((time) => time !== 25));
		await verify(poll);
		expect(details()).toHaveLength(50);
		expect(poll.isIncomplete).toBe(false);
	});

	it.each([
		['the time is over', new CancelledError('The time for this work is up')],
		['the service asks for a pause', failure(503, { retryAfterMs: 1 })],
		['it gets a 429', failure(429)],
		['the service rejects the key', failure(401)],
		['there is no response', failure()],
	])('stops if %s, after the requests in flight', async (_, error) => {
		const { poll, failReads, details, logs, ledger } = verifying(range(20, 1));
		failReads(error, 3);
		expect(await verify(poll)).toEqual([error]);
		expect(details()).toHaveLength(10);
		expect(poll.finished).toHaveLength(9);
		expect(ledger.open.size).toBe(11);
		expect([poll.isIncomplete, logs, poll.failedReads]).toEqual([true, [], []]);
	});
});

test('a poll ends with an error that concerns all requests or asks for a pause', () => {
	expect(endsPoll(new ListTimeUp())).toBe(false);
	expect(endsPoll(new CancelledError('Time'))).toBe(true);
	expect(endsPoll(new Error('A fault'))).toBe(true);
	expect(endsPoll(failure(429))).toBe(true);
	expect(endsPoll(failure(503, { retryAfterMs: 0 }))).toBe(true);
	expect(endsPoll(failure(503))).toBe(false);
	expect(endsPoll(failure())).toBe(false);
});
