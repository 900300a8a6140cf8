import { Stop } from '../../nodes/DocScore/service/stop';

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
		expect(() => stop.check()).toThrow('The time for this work is up');
	});
});
