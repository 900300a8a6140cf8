/** A load scenario and its goals. */
export interface Scenario {
	/** Its name on the command line. */
	name: string;
	executions: number;
	/** The rate limit of the service in requests a second; null without a limit. */
	perSecond: number | null;
	/** The maximum percentage of requests that get a 429; null if there is no rate limit. */
	rateLimitedAtMost: number | null;
	/** The maximum number of requests for each document, if it differs from the general goal. */
	requestsAtMost?: number;
	/** The maximum number of seconds for all executions, if n8n starts them in time. */
	secondsAtMost?: number;
	/** Whether the output shows only what lists contain, so that no details are read. */
	fieldsOnly?: true;
	/** In queue mode with two workers, instead of one process. */
	queue?: true;
	/** Whether a worker is killed halfway and its documents are sent again. */
	kills?: true;
	/** Whether some executions are stopped and some end by their workflow's timeout. */
	cancels?: true;
	/** Number of rounds in the same n8n, whose memory must not grow. Default: 1. */
	rounds?: number;
}

/** The time that the service needs for each document. */
export const PROCESSING_SECONDS = 10;

export const SCENARIOS: Scenario[] = [
	{
		name: 'at-20',
		executions: 300,
		perSecond: 20,
		rateLimitedAtMost: 5,
		requestsAtMost: 2.2,
		secondsAtMost: 43,
	},
	{ name: 'fields-only', executions: 300, perSecond: 20, rateLimitedAtMost: 5, fieldsOnly: true },
	// The two workers have the same key but do not know of each other's requests.
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

/** @throws Error that lists the valid names */
export function pickScenarios(names: string[]): Scenario[] {
	const unknown = names.find((name) => !SCENARIOS.some((scenario) => scenario.name === name));
	if (unknown === undefined)
		return SCENARIOS.filter(({ name }) => names.length === 0 || names.includes(name));
	const known = SCENARIOS.map(({ name }) => name).join(', ');
	throw new Error(`There is no scenario ${unknown}. There are: ${known}`);
}
