import { createHash } from 'crypto';
import { RateLimiter } from './rateLimiter';

/** What all executions and polls of one process share that use the same account of the service. */
export class Account {
	readonly limiter = new RateLimiter();

	users = 0;

	/** @param print tells accounts apart; nothing can be read from it */
	constructor(readonly print: string) {}

	/** Whether nothing is lost with it. */
	get isSpent(): boolean {
		return this.users === 0 && !this.limiter.isCoolingDown;
	}
}

const accounts = new Map<string, Account>();

/** For looking up what belongs together: nothing can be read from it. */
export function fingerprint(...parts: string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Works with the account, which is there for as long as anybody works with it or the service wants to be
 * left alone.
 */
export async function withAccount<T>(
	baseUrl: string,
	key: string,
	work: (account: Account) => Promise<T>,
): Promise<T> {
	removeSpent();
	const print = fingerprint(baseUrl, key);
	const account = accounts.get(print) ?? new Account(print);
	accounts.set(print, account);
	account.users++;
	try {
		return await work(account);
	} finally {
		account.users--;
		removeSpent();
	}
}

function removeSpent(): void {
	for (const [print, account] of accounts) if (account.isSpent) accounts.delete(print);
}

/** How many accounts there are. */
export const accountsInUse = (): number => accounts.size;
