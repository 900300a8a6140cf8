/** Permission to send one request. */
export interface Permit {
	/** @param error of the response; null for a success */
	release(error: unknown): void;
}

/** The source of permits for one execution (account/rateLimiter.ts). */
export interface Permits {
	/**
	 * @param isRetry whether the request was rate limited before, so that it goes first
	 * @throws CancelledError if the execution was cancelled
	 * @throws CooldownError if the service's pause is longer than the execution can wait
	 */
	acquire(isRetry: boolean): Promise<Permit>;
}
