import { toResult } from '../../../nodes/DocScore/service/result';
import { Cancellation } from '../../../nodes/DocScore/service/cancellation';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { nextTurn, runInNewContext, setFlagsFromString } from '../../node';

describe('Cancellation', () => {
	it('is over after it is cancelled, with the reason', () => {
		const cancellation = new Cancellation(new AbortController().signal);
		expect([cancellation.isOver, cancellation.signal.aborted]).toEqual([false, false]);
		cancellation.check();
		const { signal } = cancellation;
		cancellation.cancel('Another item failed');
		cancellation.cancel('The node has ended');
		expect([cancellation.isOver, cancellation.isByUser, signal.aborted]).toEqual([
			true,
			false,
			true,
		]);
		expect(() => cancellation.check()).toThrow('Another item failed');
	});

	it('is over after the execution was cancelled, which overrides other reasons', () => {
		const execution = new AbortController();
		const cancellation = new Cancellation(execution.signal);
		const { signal } = cancellation;
		execution.abort();
		expect([cancellation.isOver, cancellation.isByUser, signal.aborted]).toEqual([
			true,
			true,
			true,
		]);
		cancellation.cancel('Another item failed');
		expect(() => cancellation.check()).toThrow('The execution was cancelled');
	});

	it('is over at its deadline, but does not abort requests', () => {
		const cancellation = new Cancellation(undefined, 0);
		expect([cancellation.isOver, cancellation.isByUser, cancellation.signal.aborted]).toEqual([
			true,
			false,
			false,
		]);
		expect(() => cancellation.check()).toThrow('The service took too long');
	});
});

test('work that was cancelled before its start has ended', async () => {
	const cancellation = new Cancellation(AbortSignal.abort());
	await cancellation.ended;
	expect([cancellation.isOver, cancellation.isByUser]).toEqual([true, true]);
});

test('the cancellation of an execution is garbage-collected after its end', async () => {
	setFlagsFromString('--expose-gc');
	const executions = Array.from(
		{ length: 10 },
		() => new WeakRef(new Cancellation(new AbortController().signal)),
	);
	await nextTurn();
	runInNewContext('gc()');
	expect(executions.filter((execution) => execution.deref() !== undefined)).toEqual([]);
});

describe('A pause', () => {
	const time = useDrivenTime();

	it('lasts as long as requested', async () => {
		await new Cancellation().pause(61_500);
		expect(time.passed).toBe(61_500);
	});

	it.each(['stopped', 'cancelled', 'woken'])('ends at once if it is %s', async (how) => {
		const execution = new AbortController();
		const cancellation = new Cancellation(execution.signal);
		let wake = () => {};
		const woken = new Promise<void>((resolve) => (wake = resolve));
		const paused = toResult(cancellation.pause(60_000, woken));
		await time.pass(2_500);
		if (how === 'stopped') cancellation.cancel('Another item failed');
		else if (how === 'cancelled') execution.abort();
		else wake();
		// Time no longer passes, so a pause that continues would never end.
		expect((await paused).ok).toBe(how === 'woken');
		expect(time.passed).toBe(2_500);
	});

	it('ends at its deadline', async () => {
		const cancellation = new Cancellation(undefined, 1_700);
		await expect(cancellation.pause(60_000)).rejects.toThrow('The service took too long');
		expect([time.passed, cancellation.isOver]).toEqual([1_700, true]);
	});
});
