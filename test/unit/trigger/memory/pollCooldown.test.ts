import { ServiceError } from '../../../../nodes/DocScore/service/errors';
import { PollCooldown } from '../../../../nodes/DocScore/trigger/memory/pollCooldown';

const HOUR_MS = 3_600_000;

const asksFor = (retryAfterMs?: number) =>
	new ServiceError('Busy', { outcome: 'rejected', transient: true, retryAfterMs });

function setUp() {
	let now = 1_000;
	return { cooldown: new PollCooldown(() => now), pass: (ms: number) => (now += ms) };
}

describe('The pause of a trigger', () => {
	it.each([
		[5_000, 5_000],
		[HOUR_MS, HOUR_MS],
		[24 * HOUR_MS, HOUR_MS],
	])('lasts as long as the service asks, at most an hour: %i ms', (asked, ms) => {
		const { cooldown, pass } = setUp();
		expect(cooldown.isActive).toBe(false);
		const error = asksFor(asked);
		cooldown.startAfter(error);
		pass(ms - 1);
		expect([cooldown.isActive, cooldown.error]).toEqual([true, error]);
		pass(1);
		expect(cooldown.isActive).toBe(false);
	});

	it('does not depend on errors that ask for none', () => {
		const { cooldown, pass } = setUp();
		cooldown.startAfter(asksFor());
		expect([cooldown.isActive, cooldown.error]).toEqual([false, undefined]);
		const error = asksFor(5_000);
		cooldown.startAfter(error);
		pass(1_000);
		for (const other of [asksFor(), new Error('Oh'), undefined]) cooldown.startAfter(other);
		expect([cooldown.isActive, cooldown.error]).toEqual([true, error]);
	});
});
