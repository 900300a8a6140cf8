import { ServiceClock } from '../../../../nodes/DocScore/trigger/memory/serviceClock';

const HOUR_MS = 3_600_000;

/** The fifth newest run is believed. */
const WITNESSES = 5;

function setUp() {
	let now = 1_000;
	const clock = new ServiceClock(() => now);
	const note = (name: string, ...created: number[]) =>
		created.forEach((ms, index) => clock.addSample(`${name} ${index}`, ms));
	return { clock, note, pass: (ms: number) => (now += ms) };
}

const times = (ms: number, count = WITNESSES): number[] => Array.from({ length: count }, () => ms);

describe('ServiceClock', () => {
	it('knows no time before it has five samples of different runs', () => {
		const { clock, note } = setUp();
		note('a', ...times(500_000, WITNESSES - 1));
		expect(clock.atLeast(1_000)).toBe(Number.NEGATIVE_INFINITY);
		for (let again = 0; again < 9; again++) clock.addSample('a 0', 500_000);
		expect(clock.atLeast(1_000)).toBe(Number.NEGATIVE_INFINITY);
		note('b', 500_000);
		expect(clock.atLeast(1_000)).toBe(500_000);
	});

	it('runs a little slower than the local clock, and faster backwards', () => {
		const { clock, note, pass } = setUp();
		note('a', ...times(500_000), 400_000);
		expect(clock.atLeast(1_000)).toBe(500_000);
		expect(clock.atLeast(11_000)).toBe(509_990);
		expect(clock.atLeast(0)).toBe(498_999);
		pass(10_000);
		note('b', ...times(505_000));
		expect(clock.atLeast(11_000)).toBe(509_990);
		note('c', ...times(510_500));
		expect(clock.atLeast(11_000)).toBe(510_500);
	});

	it('ignores up to four runs that are dated ahead', () => {
		const { clock, note } = setUp();
		note('ahead', ...times(500_000 + 24 * HOUR_MS, WITNESSES - 1));
		note('a', 500_000, 499_000);
		expect(clock.atLeast(1_000)).toBe(500_000);
	});

	it('forgets runs that were dated ahead, and a clock that was set back, after two hours', () => {
		const { clock, note, pass } = setUp();
		note('a', ...times(500_000 + 3 * HOUR_MS));
		pass(HOUR_MS + 1);
		note('b', ...times(500_000 + HOUR_MS));
		expect(clock.atLeast(1_001 + HOUR_MS)).toBeGreaterThan(500_000 + 3.99 * HOUR_MS);
		pass(HOUR_MS);
		note('c', ...times(500_000 + 2 * HOUR_MS, WITNESSES - 1));
		expect(clock.atLeast(1_001 + 2 * HOUR_MS)).toBeGreaterThan(500_000 + 3.99 * HOUR_MS);
		pass(1);
		note('d', 500_000 + 2 * HOUR_MS);
		expect(clock.atLeast(1_002 + 2 * HOUR_MS)).toBeLessThan(500_000 + 2 * HOUR_MS);
	});

	it('starts from a past time until it has samples', () => {
		const { clock, note } = setUp();
		clock.seed(400_000);
		expect(clock.atLeast(11_000)).toBe(409_990);
		note('a', ...times(500_000));
		clock.seed(900_000);
		expect(clock.atLeast(1_000)).toBe(500_000);
	});

	it('ignores the past time if it has a sample', () => {
		const { clock, note } = setUp();
		note('a', 500_000);
		clock.seed(900_000);
		expect(clock.atLeast(1_000)).toBe(Number.NEGATIVE_INFINITY);
		note('b', ...times(500_000));
		clock.seed(900_000);
		expect(clock.atLeast(1_000)).toBe(500_000);
	});

	it('counts the hour from the first sample', () => {
		const { clock, note, pass } = setUp();
		note('a', 500_000 + 3 * HOUR_MS);
		pass(1);
		note('b', ...times(500_000 + 3 * HOUR_MS, WITNESSES - 1));
		pass(HOUR_MS);
		note('c', ...times(500_000));
		pass(HOUR_MS + 1);
		note('d', ...times(500_000));
		expect(clock.atLeast(1_002 + 2 * HOUR_MS)).toBeLessThan(500_000 + 2 * HOUR_MS);
	});

	it('does not go back after lists of old runs', () => {
		const { clock, note, pass } = setUp();
		note('a', ...times(500_000));
		pass(HOUR_MS + 1);
		note('old', ...times(100_000));
		expect(clock.atLeast(1_001 + HOUR_MS)).toBeGreaterThan(500_000 + 0.99 * HOUR_MS);
	});
});
