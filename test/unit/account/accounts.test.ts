import { type Account, accountsInUse, withAccount } from '../../../nodes/DocScore/account/accounts';
import { Cancellation } from '../../../nodes/DocScore/service/cancellation';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { tooMany } from './limiting';

const time = useDrivenTime();

const OURS = { baseUrl: 'https://api.example.org/v1', key: 'key-1' };

/** The account of an execution whose only request gets this error, or is accepted. */
async function execute(at = OURS, error: unknown = null): Promise<Account> {
	const options = { cancellation: new Cancellation(), limit: 1 };
	return await withAccount(at, options, async (account, limits) => {
		(await limits.acquire(false)).release(error);
		return account;
	});
}

describe('An account', () => {
	it('is shared by executions at the same time with the same key and Base URL', async () => {
		const options = { cancellation: new Cancellation(), limit: 1 };
		await withAccount(OURS, options, async (account) => {
			expect(await execute()).toBe(account);
			expect(await execute({ ...OURS, key: 'key-2' })).not.toBe(account);
			expect(await execute({ ...OURS, baseUrl: 'https://b.example/v1' })).not.toBe(account);
			expect(accountsInUse()).toBe(1);
		});
		expect(accountsInUse()).toBe(0);
	});

	it('exists until a pause ends that the service asked for', async () => {
		const limited = await execute(OURS, tooMany(5_000));
		expect(accountsInUse()).toBe(1);
		// It waits for the end of the pause.
		expect(await execute()).toBe(limited);
		expect([time.passed, accountsInUse()]).toEqual([5_000, 0]);
	});

	it('starts anew after a pause, whatever its rate was', async () => {
		const limited = await execute(OURS, tooMany(5_000));
		await time.pass(5_000);
		expect(await execute()).not.toBe(limited);
	});
});
