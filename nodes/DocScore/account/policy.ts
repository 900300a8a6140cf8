/** The numbers of the rate limiter: what each limits, and why it is so. */
export const POLICY = {
	/**
	 * The requests of several executions in flight at first: of 300 that start at once, a service
	 * with a limit would otherwise reject a third.
	 */
	firstWindow: 6,
	/** How much each accepted request adds to them, so that a second later nothing is limited. */
	windowGrowth: 0.4,
	/** In ms: a request that takes longer no longer counts as in flight, such as an upload. */
	blockingMs: 1_000,
	/** In ms: how late a permit may be without delaying the following ones. */
	catchUpMs: 100,
	/** After a 429, the rate is this share of the rate that was accepted. */
	decrease: 0.85,
	/** In requests a second: each accepted request that waited for the rate raises it by so much. */
	increase: 0.05,
	/** In requests a second: the lowest rate, so that something is always sent. */
	minRate: 0.5,
	/** In requests a second: the lowest rate after the first 429, when little is known. */
	minFirstRate: 5,
	/** The share of the rate for polls of waiting runs, so that submissions go on meanwhile. */
	pollShare: 0.5,
	/** Every so many permits, one is for a poll of the trigger, so that it never starves. */
	lowPriorityEvery: 10,
} as const;
