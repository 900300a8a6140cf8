import type { Manner, Member } from '../../../nodes/DocScore/account/member';
import { Pace } from '../../../nodes/DocScore/account/pace';
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
		let isSecondServed = false;
		const second = member.next().then(() => (isSecondServed = true));
		await time.pass(SECOND_MS);
		expect(isSecondServed).toBe(false);
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

	it('these 15 minutes begin with the first refusal in a row', async () => {
		const member = join(new Pace());
		await time.pass(10 * MINUTE_MS);
		time.flow();
		await ask(member, 'refused', 14 * MINUTE_MS);
		expect(await ask(member)).toBe(24 * MINUTE_MS);
		// Nothing was refused since, so a failure that asks for silence has 15 minutes anew.
		await time.pass(10 * MINUTE_MS);
		time.flow();
		await ask(member, 'unknown', 14 * MINUTE_MS);
		expect(await ask(member)).toBe(48 * MINUTE_MS);
	});

	it('these 15 minutes are shared by failures that ask for silence', async () => {
		const member = join(new Pace());
		const [first, second] = [await member.next(), await member.next()];
		first.end('refused', 14 * MINUTE_MS);
		await time.pass(10 * MINUTE_MS);
		second.end('unknown', 5 * MINUTE_MS + 1);
		await expect(member.next()).rejects.toThrow(SilenceError);
	});

	it('nobody waits for a moment longer, either', async () => {
		const member = join(new Pace());
		const [first, second] = [await member.next(), await member.next()];
		first.end('refused', 15 * MINUTE_MS);
		await time.pass(15 * MINUTE_MS);
		second.end('unknown', 1);
		await expect(member.next()).rejects.toThrow(SilenceError);
	});

	it('who waits is told as soon as that will take too long', async () => {
		const member = join(new Pace());
		const [first, second] = [await member.next(), await member.next()];
		first.end('refused', MINUTE_MS);
		const waiting = settle(member.next());
		await time.pass(SECOND_MS);
		second.end('refused', 15 * MINUTE_MS);
		expect(await waiting).toMatchObject({ ok: false, error: { name: 'ServiceError' } });
		expect(time.passed).toBe(SECOND_MS);
	});

	it('the rate alone counts, not how many are under way', async () => {
		const member = join(new Pace(), { limit: 1 });
		await ask(member, 'refused', SECOND_MS);
		await ask(member);
		const at: number[] = [];
		for (let asked = 0; asked < 4; asked++) {
			await member.next();
			at.push(Math.round((time.passed - SECOND_MS) / 50) * 50);
		}
		expect(at).toEqual([150, 400, 650, 900]);
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

test('a request keeps others back for two seconds, each for itself', async () => {
	const member = join(new Pace(), { limit: 2 });
	await member.next();
	await time.pass(1_500);
	time.flow();
	await member.next();
	const at: number[] = [];
	const served = [0, 1].map(async () => {
		await member.next();
		at.push(time.passed);
	});
	await Promise.all(served);
	expect(at).toEqual([2_000, 3_500]);
});
