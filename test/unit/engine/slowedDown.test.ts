import { Account } from '../../../nodes/DocScore/account/accounts';
import { slowedDown } from '../../../nodes/DocScore/engine/slowedDown';
import { Stop } from '../../../nodes/DocScore/service/stop';
import { useDrivenTime } from '../../harness/jest/drivenTime';

useDrivenTime();

async function slowed(refusals: number, othersRefusals = 0): Promise<string | null> {
	const account = new Account('');
	const [member, other] = [0, 1].map(() => account.pace.join({ stop: new Stop(), limit: 20 }));
	if (!member || !other) throw new Error('Nobody joined');
	for (const who of [
		...Array.from({ length: refusals }, () => member),
		...Array.from({ length: othersRefusals }, () => other),
	]) {
		(await who.next()).end('refused', 3_000);
	}
	(await member.next()).end('accepted', 0);
	return slowedDown(member, account);
}

describe('The hint that an execution was slowed down', () => {
	it('is none where nothing was refused', async () => {
		expect(await slowed(0)).toBeNull();
	});

	it('tells how long, how many, and the rate', async () => {
		expect(await slowed(1)).toBe(
			'The service allows this account about 4.1 requests a second, so this execution was slowed down for 3 seconds. One request was refused.',
		);
	});

	it('is none where what was refused held nothing up', async () => {
		const account = new Account('');
		const member = account.pace.join({ stop: new Stop(), limit: 20 });
		(await member.next()).end('refused', 3_000);
		expect(slowedDown(member, account)).toBeNull();
	});

	it('counts what was refused', async () => {
		expect(await slowed(2)).toMatch(/ 6 seconds\. 2 requests were refused\.$/);
	});

	it('tells of a pause that others brought about', async () => {
		expect(await slowed(0, 1)).toMatch(/slowed down for 3 seconds\.$/);
	});
});
