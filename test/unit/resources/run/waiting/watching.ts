import { RunWatch } from '../../../../../nodes/DocScore/resources/run/waiting/runWatch';
import type { SharedReader } from '../../../../../nodes/DocScore/engine/http/connection';
import type { WaitOptions } from '../../../../../nodes/DocScore/resources/run/waiting/watchedRun';
import { readRun } from '../../../../../nodes/DocScore/service/readRun';
import { type Result, toResult } from '../../../../../nodes/DocScore/service/result';
import { Cancellation } from '../../../../../nodes/DocScore/service/cancellation';
import type {
	Run,
	RunPage,
	RunQuery,
	RunSummary,
} from '../../../../../nodes/DocScore/service/types';

/** Shared by tests of the watch. */

export function runIn(status: string, id = 'r1'): Run {
	const run = readRun({ doc: { id, status } });
	if (run === null) throw new Error('The run has an id');
	return run;
}

/** An execution that uses a service with these responses, and the times of its requests in ms. */
export function asking(
	details: (id: string) => Promise<Run>,
	query: (query: RunQuery) => Promise<RunPage> = async () =>
		await Promise.reject(new Error('No list')),
) {
	const start = performance.now();
	const reads: number[] = [];
	const lists: number[] = [];
	const cancellation = new Cancellation();
	const client: SharedReader['client'] = {
		details: async (id) => (reads.push(performance.now() - start), await details(id)),
		query: async (asked) => (lists.push(performance.now() - start), await query(asked)),
	};
	const reader: SharedReader = { client, cancellation, isOfAccount: () => true };
	return { reader, reads, lists, cancellation };
}

/** @param pollsPerSecond what the rate limiter of the account allows */
export const newWatch = (pollsPerSecond = 10) => new RunWatch({ pollsPerSecond });

/** The state of a wait. */
export function waited(
	watch: RunWatch,
	reader: SharedReader,
	options: Partial<WaitOptions> = {},
	id = 'r1',
) {
	const wait: { ended?: Result<Run | RunSummary> } = {};
	const whole = { maxWaitMs: 0, submittedNow: false, isEnough: async () => false, ...options };
	void toResult(watch.finished(reader, id, whole)).then((ended) => (wait.ended = ended));
	return wait;
}
