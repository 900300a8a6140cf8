import { settle } from '../../nodes/DocScore/service/settle';
import { Stop } from '../../nodes/DocScore/service/stop';
import { useDrivenTime } from '../harness/jest/drivenTime';
import { nextTurn, runInNewContext, setFlagsFromString } from '../node';

describe('Stop', () => {
	it('is over once it was stopped, with its reason', () => {
		const stop = new Stop(new AbortController().signal);
		expect([stop.isOver, stop.signal.aborted]).toEqual([false, false]);
		stop.check();
		const { signal } = stop;
		stop.now('Another item failed');
		stop.now('The node has ended');
		expect([stop.isOver, stop.cancelled, signal.aborted]).toEqual([true, false, true]);
		expect(() => stop.check()).toThrow('Another item failed');
	});

	it('is over once the execution was cancelled, whatever else stopped it', () => {
		const execution = new AbortController();
		const stop = new Stop(execution.signal);
		const { signal } = stop;
		execution.abort();
		expect([stop.isOver, stop.cancelled, signal.aborted]).toEqual([true, true, true]);
		stop.now('Another item failed');
		expect(() => stop.check()).toThrow('The execution was cancelled');
	});

	it('is over at its deadline, but breaks nothing off', () => {
		const stop = new Stop(undefined, Date.now());
		expect([stop.isOver, stop.cancelled, stop.signal.aborted]).toEqual([true, false, false]);
		expect(() => stop.check()).toThrow('The service took too long');
	});
});

test('work that was cancelled before it began has ended', async () => {
	const stop = new Stop(AbortSignal.abort());
	await stop.ended;
	expect([stop.isOver, stop.cancelled]).toEqual([true, true]);
});

test('what an execution held is free once it has ended', async () => {
	setFlagsFromString('--expose-gc');
	const executions = Array.from(
		{ length: 10 },
		() => new WeakRef(new Stop(new AbortController().signal)),
	);
	await nextTurn();
	runInNewContext('gc()');
	expect(executions.filter((execution) => execution.deref() !== undefined)).toEqual([]);
});

describe('A pause', () => {
	const time = useDrivenTime();

	it('lasts as long as it is to', async () => {
		await new Stop().pause(61_500);
		expect(time.passed).toBe(61_500);
	});

	it.each(['stopped', 'cancelled', 'woken'])('ends at once when it is %s', async (how) => {
		const execution = new AbortController();
		const stop = new Stop(execution.signal);
		let wake = () => {};
		const woken = new Promise<void>((resolve) => (wake = resolve));
		const paused = settle(stop.pause(60_000, woken));
		await time.pass(2_500);
		if (how === 'stopped') stop.now('Another item failed');
		else if (how === 'cancelled') execution.abort();
		else wake();
		// Time stands still by now, so a pause that goes on never ends.
		expect((await paused).ok).toBe(how === 'woken');
		expect(time.passed).toBe(2_500);
	});

	it.each([
		[200, 200],
		[201, 100],
	])('of %i ms that is stopped after 100 ends after %i', async (ms, end) => {
		const stop = new Stop();
		const paused = settle(stop.pause(ms));
		await time.pass(100);
		stop.now('Enough');
		time.flow();
		expect((await paused).ok).toBe(false);
		expect(time.passed).toBe(end);
	});

	it('of a millisecond is one, and one of none is none', async () => {
		await new Stop().pause(1);
		expect(time.passed).toBe(1);
		await new Stop().pause(0);
		expect(time.passed).toBe(1);
	});

	it('is possible until the last millisecond', async () => {
		const stop = new Stop(undefined, Date.now() + 1);
		expect([stop.isOver, stop.error]).toEqual([false, null]);
		await time.pass(1);
		expect(stop.isOver).toBe(true);
		await expect(stop.pause(1)).rejects.toThrow('The service took too long');
	});

	it('ends with its deadline', async () => {
		const stop = new Stop(undefined, Date.now() + 1_700);
		await expect(stop.pause(60_000)).rejects.toThrow('The service took too long');
		expect(time.passed).toBe(1_700);
	});
});
