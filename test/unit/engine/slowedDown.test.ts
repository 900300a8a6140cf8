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
	return slowedDown(member, account.pace.rate);
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
		expect(slowedDown(member, account.pace.rate)).toBeNull();
	});

	it('counts what was refused', async () => {
		expect(await slowed(2)).toMatch(/ 6 seconds\. 2 requests were refused\.$/);
	});

	it('tells of a pause that others brought about', async () => {
		expect(await slowed(0, 1)).toMatch(/slowed down for 3 seconds\.$/);
	});

	const told = (heldBackMs: number, refused: number, perSecond: number) =>
		slowedDown({ heldBackMs, refused }, { isLimited: true, perSecond });

	it('is worth telling from two seconds on where others were refused, else at once', () => {
		expect([told(1_999, 0, 5), told(0, 1, 5)]).toEqual([null, null]);
		expect(told(2_000, 0, 5)).toMatch(/slowed down for 2 seconds\.$/);
		expect(told(1, 1, 5)).toMatch(/slowed down for .+ One request was refused\.$/);
	});

	it.each([
		[0.5, '0.5'],
		[4.06, '4.1'],
		[9.94, '9.9'],
		[9.96, '10'],
		[10, '10'],
		[10.46, '10'],
		[19.5, '20'],
	])('tells a rate of %d as %s', (perSecond, about) => {
		expect(told(3_000, 0, perSecond)).toContain(`about ${about} requests a second`);
	});
});
