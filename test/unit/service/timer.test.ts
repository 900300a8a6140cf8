import { LONGEST_SLEEP_MS, Timer } from '../../../nodes/DocScore/service/timer';

const HOUR_MS = 3_600_000;

describe('The timer', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	/** Starts to sleep. The result shows whether it is awake. */
	function sleeping(timer: Timer, until: number) {
		const sleeper = { isAwake: false };
		void timer.until(until).then(() => (sleeper.isAwake = true));
		return sleeper;
	}

	it('wakes at its time, with timers of at most one second', async () => {
		const sleeper = sleeping(new Timer(), performance.now() + HOUR_MS);
		await jest.advanceTimersByTimeAsync(HOUR_MS - 1);
		expect(sleeper.isAwake).toBe(false);
		expect(jest.getTimerCount()).toBe(1);
		await jest.advanceTimersByTimeAsync(1);
		expect(sleeper.isAwake).toBe(true);
		expect(jest.getTimerCount()).toBe(0);
		expect(LONGEST_SLEEP_MS).toBe(1_000);
	});

	it('wakes early if told to', async () => {
		const timer = new Timer();
		const sleeper = sleeping(timer, performance.now() + HOUR_MS);
		timer.wakeNow();
		await jest.advanceTimersByTimeAsync(0);
		expect(sleeper.isAwake).toBe(true);
	});

	it('runs no timer while it has no time', async () => {
		const timer = new Timer();
		const sleeper = sleeping(timer, Number.POSITIVE_INFINITY);
		expect(jest.getTimerCount()).toBe(0);
		timer.noLaterThan(performance.now() + HOUR_MS);
		await jest.advanceTimersByTimeAsync(0);
		expect(sleeper.isAwake).toBe(true);
	});

	it.each([
		['earlier', -1, true],
		['the same', 0, false],
		['later', 1, false],
	])('wakes at once only for a new time before its own: %s', async (_, ms, isAwake) => {
		const timer = new Timer();
		const time = performance.now() + HOUR_MS;
		const sleeper = sleeping(timer, time);
		timer.noLaterThan(time + ms);
		await jest.advanceTimersByTimeAsync(0);
		expect(sleeper.isAwake).toBe(isAwake);
	});
});
