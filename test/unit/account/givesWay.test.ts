import type { Manner, Member } from '../../../nodes/DocScore/account/member';
import { Pace } from '../../../nodes/DocScore/account/pace';
import { StoppedError } from '../../../nodes/DocScore/service/errors';
import { settle } from '../../../nodes/DocScore/service/settle';
import { Stop } from '../../../nodes/DocScore/service/stop';
import type { Load } from '../../../nodes/DocScore/service/turns';
import { useDrivenTime } from '../../harness/jest/drivenTime';

const time = useDrivenTime();
const SECOND_MS = 1_000;

const join = (pace: Pace, more: Partial<Manner> = {}) =>
	pace.join({ stop: new Stop(), limit: 20, ...more });

/** Asks once and is answered at once. Tells when that was. */
async function ask(member: Member, load: Load = 'accepted', retryAfterMs = 0): Promise<number> {
	const turn = await member.next();
	turn.end(load, retryAfterMs);
	return time.passed;
}

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
