/**
 * What an answer says of how much the service takes: `accepted` it was within that, `refused` it was
 * too much, `unknown` of none, or of one that tells nothing about that.
 */
export type Load = 'accepted' | 'refused' | 'unknown';

/** The turn of a request, from when it may be sent until it is answered. */
export interface Turn {
	/** Its place among all requests, which it keeps when it was refused and asks again. */
	ticket: number;
	/** @param retryAfterMs for how long the service asked to be left alone */
	end(load: Load, retryAfterMs: number): void;
}

/** Where the requests of one execution wait for their turns (account/pace.ts). */
export interface Turns {
	/**
	 * @param ticket of a request that was refused
	 * @throws StoppedError once the execution was stopped
	 * @throws ServiceError where the service wants to be left alone for longer than is waited for
	 */
	next(ticket?: number): Promise<Turn>;
}
