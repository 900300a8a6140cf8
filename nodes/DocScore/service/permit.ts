/** Leave to send a request. */
export interface Permit {
	/** @param error with which it was answered; null for a success */
	release(error: unknown): void;
}

/** Where the requests of one execution get their permits (account/rateLimiter.ts). */
export interface Permits {
	/**
	 * @param isRetry whether the service has rate limited it; it goes first then
	 * @throws StoppedError once the execution was cancelled
	 * @throws CooldownError where the service wants to be left alone for longer than is waited for
	 */
	acquire(isRetry: boolean): Promise<Permit>;
}
