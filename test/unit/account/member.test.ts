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

test('what is to spare is less while anybody waits', async () => {
	const pace = new Pace();
	const member = pace.join({ stop: new Stop(), limit: 20 });
	(await member.next()).end('refused', 1_000);
	const idle = pace.sparePerSecond;
	const waiting = member.next();
	await Promise.resolve();
	expect(pace.sparePerSecond).toBeCloseTo(idle / 5);
	(await waiting).end('accepted', 0);
});
