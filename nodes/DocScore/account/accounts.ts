import { createHash } from 'crypto';
import { Pace } from './pace';

/** What all executions and polls of one process share that use the same account of the service. */
export class Account {
	readonly pace = new Pace();

	users = 0;

	/** @param print tells accounts apart; nothing can be read from it */
	constructor(readonly print: string) {}
}

const accounts = new Map<string, Account>();

/** For looking up what belongs together: nothing can be read from it. */
export function fingerprint(...parts: string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Works with the account, which is there for as long as anybody works with it. */
export async function withAccount<T>(
	baseUrl: string,
	key: string,
	work: (account: Account) => Promise<T>,
): Promise<T> {
	const print = fingerprint(baseUrl, key);
	const account = accounts.get(print) ?? new Account(print);
	accounts.set(print, account);
	account.users++;
	try {
		return await work(account);
	} finally {
		if (--account.users === 0) accounts.delete(print);
	}
}

/** How many accounts are in use. */
export const accountsInUse = (): number => accounts.size;
