import { createHash } from 'crypto';
import type { RateLimitClient, RateLimitClientOptions } from './rateLimitClient';
import { RateLimiter } from './rateLimiter';

/** What all executions and polls of one process share that use the same account of the service. */
export class Account {
	readonly limiter = new RateLimiter();

	/** @param fingerprint tells accounts apart; nothing can be read from it */
	constructor(readonly fingerprint: string) {}
}

const accounts = new Map<string, Account>();

/** For looking up what belongs together: nothing can be read from it. */
export function fingerprintOf(...parts: string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Works as a client of the account, which is there for as long as anybody works with it or the service
 * wants to be left alone.
 */
export async function withAccount<T>(
	{ baseUrl, key }: { baseUrl: string; key: string },
	options: RateLimitClientOptions,
	work: (account: Account, limits: RateLimitClient) => Promise<T>,
): Promise<T> {
	removeUnused();
	const fingerprint = fingerprintOf(baseUrl, key);
	const account = accounts.get(fingerprint) ?? new Account(fingerprint);
	accounts.set(fingerprint, account);
	const limits = account.limiter.join(options);
	try {
		return await work(account, limits);
	} finally {
		account.limiter.leave();
		removeUnused();
	}
}

function removeUnused(): void {
	for (const [fingerprint, account] of accounts)
		if (account.limiter.isSpent) accounts.delete(fingerprint);
}

/** How many accounts there are. */
export const accountsInUse = (): number => accounts.size;
