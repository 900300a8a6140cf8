import { Alarm, LONGEST_TIMER_MS } from '../../nodes/DocScore/service/alarm';

const HOUR_MS = 3_600_000;

describe('Alarm', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	/** Goes to sleep; tells whether it is awake by now. */
	function sleeping(alarm: Alarm, until: number) {
		const sleeper = { isAwake: false };
		void alarm.until(until).then(() => (sleeper.isAwake = true));
		return sleeper;
	}

	it('rings at its time, by timers of a second', async () => {
		const sleeper = sleeping(new Alarm(), Date.now() + HOUR_MS);
		await jest.advanceTimersByTimeAsync(HOUR_MS - 1);
		expect(sleeper.isAwake).toBe(false);
		expect(jest.getTimerCount()).toBe(1);
		await jest.advanceTimersByTimeAsync(1);
		expect(sleeper.isAwake).toBe(true);
		expect(jest.getTimerCount()).toBe(0);
		expect(LONGEST_TIMER_MS).toBe(1_000);
	});

	it('needs no timer until it is woken, where no time is set', async () => {
		const alarm = new Alarm();
		const sleeper = sleeping(alarm, Number.POSITIVE_INFINITY);
		expect(jest.getTimerCount()).toBe(0);
		alarm.noLaterThan(Date.now() + HOUR_MS);
		await jest.advanceTimersByTimeAsync(0);
		expect(sleeper.isAwake).toBe(true);
	});

	it.each([
		['earlier', -1, true],
		['at the same time', 0, false],
		['later', 1, false],
	])('woken for a time that is %s', async (_, ms, isAwake) => {
		const alarm = new Alarm();
		const time = Date.now() + HOUR_MS;
		const sleeper = sleeping(alarm, time);
		alarm.noLaterThan(time + ms);
		await jest.advanceTimersByTimeAsync(0);
		expect(sleeper.isAwake).toBe(isAwake);
	});
});
