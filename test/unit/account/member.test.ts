import { Pace } from '../../../nodes/DocScore/account/pace';
import { StoppedError } from '../../../nodes/DocScore/service/errors';
import { Stop } from '../../../nodes/DocScore/service/stop';
import { useDrivenTime } from '../../harness/jest/drivenTime';

const time = useDrivenTime();

test('a turn that comes as the execution ends is given back at once', async () => {
	const pace = new Pace();
	const [ended, other] = [new Stop(), new Stop()].map((stop) => ({
		stop,
		member: pace.join({ stop, limit: 1 }),
	}));
	const turn = ended?.member.next();
	ended?.stop.now('Enough');
	await expect(turn).rejects.toThrow(StoppedError);
	await other?.member.next();
	expect(time.passed).toBe(0);
});

test('an execution that has ended does not get in line', async () => {
	const pace = new Pace();
	const stop = new Stop();
	const logged: string[] = [];
	const member = pace.join({ stop, limit: 1, log: (message) => logged.push(message) });
	(await member.next()).end('refused', 5_000);
	stop.now('Enough');
	await stop.ended;
	await expect(member.next()).rejects.toThrow('Enough');
	expect([logged, time.passed]).toEqual([[], 0]);
});

test('the time that an execution is held back counts from its first request in line', async () => {
	const pace = new Pace();
	const member = pace.join({ stop: new Stop(), limit: 20 });
	(await member.next()).end('refused', 5_000);
	expect(member.heldBackMs).toBe(0);
	const first = member.next();
	await time.pass(2_000);
	expect(member.heldBackMs).toBe(2_000);
	const second = member.next();
	await time.pass(1_000);
	expect(member.heldBackMs).toBe(3_000);
	time.flow();
	(await first).end('accepted', 0);
	(await second).end('accepted', 0);
	const waitedMs = member.heldBackMs;
	expect(waitedMs).toBe(time.passed);
	await time.pass(1_000);
	expect(member.heldBackMs).toBe(waitedMs);
});

test('a request that comes just when it may be sent does not wait', async () => {
	const pace = new Pace();
	const logged: string[] = [];
	const log = (message: string) => void logged.push(message);
	const member = pace.join({ stop: new Stop(), limit: 1, log });
	(await member.next()).end('refused', 5_000);
	await time.pass(5_000);
	(await member.next()).end('accepted', 0);
	expect(logged).toEqual([]);
});
