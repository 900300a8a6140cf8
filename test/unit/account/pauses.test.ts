import type { Manner, Member } from '../../../nodes/DocScore/account/member';
import { Pace } from '../../../nodes/DocScore/account/pace';
import { StoppedError } from '../../../nodes/DocScore/service/errors';
import { SilenceError } from '../../../nodes/DocScore/service/nextTry';
import { settle } from '../../../nodes/DocScore/service/settle';
import { Stop } from '../../../nodes/DocScore/service/stop';
import type { Load } from '../../../nodes/DocScore/service/turns';
import { useDrivenTime } from '../../harness/jest/drivenTime';

const time = useDrivenTime();
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

const join = (pace: Pace, more: Partial<Manner> = {}) =>
	pace.join({ stop: new Stop(), limit: 20, ...more });

/** Asks once and is answered at once. Tells when that was. */
async function ask(member: Member, load: Load = 'accepted', retryAfterMs = 0): Promise<number> {
	const turn = await member.next();
	turn.end(load, retryAfterMs);
	return time.passed;
}

async function askAgain(member: Member, times: number, load: Load): Promise<number[]> {
	const at: number[] = [];
	for (let asked = 0; asked < times; asked++) at.push(await ask(member, load));
	return at;
}

describe('After a refusal', () => {
	afterEach(() => jest.restoreAllMocks());

	it.each([
		[0, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
		[0.5, [750, 1_500, 3_000, 6_000, 12_000, 24_000, 45_000, 45_000]],
	])('pauses get longer by chance %d, up to a minute', async (chance, pauses) => {
		jest.spyOn(Math, 'random').mockReturnValue(chance);
		const at = await askAgain(join(new Pace()), 9, 'refused');
		expect(at.slice(1).map((each, index) => each - (at[index] ?? 0))).toEqual(pauses);
	});

	it('a pause is as short again once something was accepted', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const member = join(new Pace());
		await askAgain(member, 3, 'refused');
		await ask(member);
		const refusedAt = await ask(member, 'refused');
		expect((await ask(member)) - refusedAt).toBe(500);
	});

	it('what was sent before it and is refused later makes the rate no lower', async () => {
		const pace = new Pace();
		const member = join(pace);
		const turns = [await member.next(), await member.next(), await member.next()];
		turns[0]?.end('refused', SECOND_MS);
		const { perSecond } = pace.rate;
		turns[1]?.end('refused', 3 * SECOND_MS);
		turns[2]?.end('accepted', 0);
		expect(pace.rate.perSecond).toBeGreaterThanOrEqual(perSecond);
		expect(member.refused).toBe(2);
		// The one that goes first is alone, whatever was accepted before.
		const first = await member.next();
		expect(time.passed).toBe(3 * SECOND_MS);
		const second = member.next();
		await time.pass(SECOND_MS);
		first.end('accepted', 0);
		time.flow();
		await second;
		expect(time.passed).toBe(4 * SECOND_MS);
	});

	it('a turn that comes late makes up for a tenth of a second, and not more', async () => {
		const member = join(new Pace());
		await ask(member, 'refused', SECOND_MS);
		// Four a second is four fifths of the least that is believed at first.
		expect(await askAgain(member, 2, 'accepted')).toEqual([1_000, 1_150]);
	});

	it('nobody waits for longer than 15 minutes since the service has refused everything', async () => {
		const member = join(new Pace());
		await ask(member, 'refused', 14 * MINUTE_MS);
		await ask(member, 'refused', MINUTE_MS);
		expect(time.passed).toBe(14 * MINUTE_MS);
		await ask(member, 'refused', 1);
		await expect(member.next()).rejects.toThrow(SilenceError);
		expect(time.passed).toBe(15 * MINUTE_MS);
	});

	it('who comes later has 15 minutes of its own', async () => {
		const pace = new Pace();
		await ask(join(pace), 'refused', 14 * MINUTE_MS);
		await time.pass(10 * MINUTE_MS);
		time.flow();
		const member = join(pace);
		expect(await ask(member, 'refused', 11 * MINUTE_MS)).toBe(14 * MINUTE_MS);
		expect(await ask(member)).toBe(25 * MINUTE_MS);
	});
});

describe('A request that gives way', () => {
	const silent = async (pace: Pace) => await ask(join(pace), 'refused', 30 * SECOND_MS);

	it('ends after ten seconds while others wait', async () => {
		const pace = new Pace();
		await silent(pace);
		const executed = ask(join(pace));
		const polled = await settle(ask(join(pace, { givesWay: true })));
		expect(polled).toEqual({
			ok: false,
			error: new StoppedError('Executions that use the same account go first'),
		});
		expect(time.passed).toBe(10 * SECOND_MS);
		expect(await executed).toBe(30 * SECOND_MS);
	});

	it('waits on where nobody else does', async () => {
		const pace = new Pace();
		await silent(pace);
		expect(await ask(join(pace, { givesWay: true }))).toBe(30 * SECOND_MS);
	});

	it('ends by itself, and not those that came later', async () => {
		const pace = new Pace();
		await silent(pace);
		const executed = ask(join(pace));
		const first = settle(ask(join(pace, { givesWay: true })));
		await time.pass(SECOND_MS);
		const second = settle(ask(join(pace, { givesWay: true })).then(() => {}));
		const ended: number[] = [];
		void second.then(() => ended.push(time.passed));
		time.flow();
		expect((await first).ok).toBe(false);
		expect([time.passed, ended]).toEqual([10 * SECOND_MS, []]);
		expect((await second).ok).toBe(false);
		expect(time.passed).toBe(11 * SECOND_MS);
		await executed;
	});
});

test('what is to spare is half of what the service takes, and a tenth while anybody waits', async () => {
	const pace = new Pace();
	const member = join(pace);
	await ask(member, 'refused', SECOND_MS);
	expect(pace.rate.perSecond).toBe(4);
	expect(pace.sparePerSecond).toBe(2);
	const waiting = ask(member);
	await Promise.resolve();
	expect(pace.sparePerSecond).toBeCloseTo(0.4);
	await waiting;
});
