import { createHash } from 'crypto';
import type { RateLimitClient, RateLimitClientOptions } from './rateLimitClient';
import { RateLimiter } from './rateLimiter';

/**
 * What all executions and polls of one process share if they use the same account of the service.
 */
export class Account {
	readonly limiter = new RateLimiter();

	/** @param fingerprint identifies the account; the key cannot be derived from it */
	constructor(readonly fingerprint: string) {}
}

const accounts = new Map<string, Account>();

/** A hash of the parts, as a key of maps; the parts cannot be derived from it. */
export function fingerprintOf(...parts: string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Runs `work` as a client of the account. The account exists as long as it has clients or the
 * service's cooldown lasts.
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

export const accountsInUse = (): number => accounts.size;
