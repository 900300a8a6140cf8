/** What is tried, and how many requests may get a 429. */
export interface Scenario {
	/** By which it is picked on the command line. */
	name: string;
	executions: number;
	/** How many requests the service lets through in a second; null for any number. */
	perSecond: number | null;
	/** The maximum of 429s in percent of all requests; null if the service has no rate limit. */
	rateLimitedAtMost: number | null;
	/** The most requests for each document, where it is another number than for all scenarios. */
	requestsAtMost?: number;
	/** The most seconds that all may take, where n8n has started them in time. */
	secondsAtMost?: number;
	/** Whether the output shows only what lists hold, so that no details are read. */
	fieldsOnly?: true;
	/** In queue mode with two workers instead of one process. */
	queue?: true;
	/** Whether a worker is killed in the middle, and what it had is sent again. */
	kills?: true;
	/** Whether some executions are stopped in the middle and some end by their workflow's timeout. */
	cancels?: true;
	/** So many times in the same n8n, whose memory is to stay flat. Default 1. */
	rounds?: number;
}

/** How long the service is at work on each document. */
export const PROCESSING_SECONDS = 10;

export const SCENARIOS: Scenario[] = [
	{
		name: 'at-20',
		executions: 300,
		perSecond: 20,
		rateLimitedAtMost: 5,
		requestsAtMost: 2.13,
		secondsAtMost: 43,
	},
	{ name: 'fields-only', executions: 300, perSecond: 20, rateLimitedAtMost: 5, fieldsOnly: true },
	{ name: 'at-5', executions: 300, perSecond: 5, rateLimitedAtMost: 10 },
	{ name: 'at-50', executions: 1_000, perSecond: 50, rateLimitedAtMost: 10 },
	{ name: 'unlimited', executions: 300, perSecond: null, rateLimitedAtMost: null },
	// Two processes share the rate limit and know nothing of each other.
	{ name: 'queue', executions: 300, perSecond: 20, rateLimitedAtMost: 20, queue: true },
	{
		name: 'killed',
		executions: 1_000,
		perSecond: 50,
		rateLimitedAtMost: 20,
		queue: true,
		kills: true,
	},
	{ name: 'cancel', executions: 300, perSecond: 20, rateLimitedAtMost: 5, cancels: true },
	{ name: 'rounds', executions: 300, perSecond: 20, rateLimitedAtMost: 5, rounds: 5 },
];

/** @throws Error that lists the names */
export function pickScenarios(names: string[]): Scenario[] {
	const unknown = names.find((name) => !SCENARIOS.some((scenario) => scenario.name === name));
	if (unknown === undefined)
		return SCENARIOS.filter(({ name }) => names.length === 0 || names.includes(name));
	const known = SCENARIOS.map(({ name }) => name).join(', ');
	throw new Error(`There is no scenario ${unknown}. There are: ${known}`);
}
