import type { Measured } from './measured';
import type { Memory } from './memory';
import { PROCESSING_SECONDS, type Scenario } from './scenarios';

/** A cell of the table. `met` is missing if there is no goal. */
export interface Cell {
	text: string;
	met?: boolean;
}

/** One request to submit, and one for the details if the list does not show enough. */
const requestsNeeded = ({ fieldsOnly }: Scenario): number => (fieldsOnly ? 1 : 2);
const leewayOf = ({ fieldsOnly }: Scenario): number => (fieldsOnly ? 1.2 : 1.5);
/** Requests for each document, including list requests, if no details are read. */
const FIELDS_ONLY_AT_MOST = 1.3;
/**
 * Maximum growth of memory between the second round and the last, in MB. n8n runs each execution in an
 * isolate, and the allocator keeps a varying part of its memory for the next one.
 */
const GROWTH_AT_MOST: Memory = { resident: 150, heap: 15 };

/**
 * The maximum time for all executions, in seconds. Null if the service has no rate limit, or if documents
 * of a killed worker are sent again. If n8n is slower than the service, the time counts from the start of
 * the last execution.
 */
export function boundSeconds(scenario: Scenario, startedWithin = 0): number | null {
	const { executions, perSecond, kills, secondsAtMost } = scenario;
	if (perSecond === null || kills) return null;
	const leeway = leewayOf(scenario);
	const needed = (requestsNeeded(scenario) * executions) / perSecond;
	const started = startedWithin + leeway * PROCESSING_SECONDS;
	return Math.max(secondsAtMost ?? leeway * (needed + PROCESSING_SECONDS), started);
}

export function countOf(failures: Measured['failures']): number {
	return [...failures.values()].reduce((sum, count) => sum + count, 0);
}

/** The measurements and whether they meet the goals. `second` is the second of several rounds. */
export function judge(
	scenario: Scenario,
	measured: Measured,
	second?: Measured,
): Record<string, Cell> {
	const { cancelled, submitted, duplicates, requests, seconds } = measured;
	const bound = boundSeconds(scenario, measured.startedWithin);
	const failed = countOf(measured.failures);
	return {
		Executions: { text: `${measured.executions}` },
		Failed: { text: `${failed}`, met: failed === 0 },
		'Lost with a worker': { text: measured.lost === undefined ? '' : `${measured.lost}` },
		Cancelled: scenario.cancels ? allOf(cancelled.were, cancelled.wanted) : { text: '' },
		'Submitted once': allOf(submitted.once, submitted.wanted),
		Duplicates: { text: `${duplicates}`, met: duplicates === 0 },
		Requests: { text: `${requests}` },
		'Each document': eachDocument(scenario, requests / measured.executions),
		'Rate limited': rateLimited(scenario, measured),
		'Started within': { text: measured.startedWithin.toFixed(1) },
		Seconds: {
			text: seconds.toFixed(1) + (bound === null ? '' : ` of ${bound.toFixed(0)}`),
			met: bound === null ? undefined : seconds <= bound,
		},
		'Resident MB': memory('resident', measured, second),
		'Heap MB': memory('heap', measured, second),
	};
}

const allOf = (were: number, wanted: number): Cell => ({
	text: `${were} of ${wanted}`,
	met: were === wanted,
});

function eachDocument({ fieldsOnly, requestsAtMost }: Scenario, each: number): Cell {
	const text = each.toFixed(2);
	const most = requestsAtMost ?? (fieldsOnly ? FIELDS_ONLY_AT_MOST : undefined);
	if (most === undefined) return { text };
	return { text: `${text} of ${most}`, met: each <= most };
}

function rateLimited(
	{ rateLimitedAtMost }: Scenario,
	{ requests, rateLimited: count }: Measured,
): Cell {
	const percent = (100 * count) / Math.max(1, requests);
	const text = `${count} (${percent.toFixed(1)} %)`;
	if (rateLimitedAtMost === null) return { text };
	return { text: `${text} of ${rateLimitedAtMost} %`, met: percent <= rateLimitedAtMost };
}

function memory(kind: keyof Memory, measured: Measured, second?: Measured): Cell {
	if (measured.memory === undefined) return { text: '' };
	const megabytes = measured.memory[kind];
	const text = megabytes.toFixed(0);
	if (second?.memory === undefined) return { text };
	const most = second.memory[kind] + GROWTH_AT_MOST[kind];
	return { text: `${text} of ${most.toFixed(0)}`, met: megabytes <= most };
}
