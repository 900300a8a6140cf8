import type { OutputItem } from '../../engine/operation';
import { TimeSlice } from '../../engine/timeSlice';
import type { RunOutput } from '../../fields/runOutput';
import { isNotFound, type RunReader } from '../../service/client';
import { toResult } from '../../service/result';
import type { RunSummary } from '../../service/types';

/** Runs in progress at once; limited because each takes memory. */
const AT_ONCE = 200;

/**
 * Outputs the runs of a list, with details for those that go to Review, because lists lack metadata
 * and files.
 */
export async function outputDetailed(
	runs: RunSummary[],
	output: RunOutput,
	client: RunReader,
): Promise<OutputItem[]> {
	const timeSlice = new TimeSlice();
	const shown: OutputItem[][] = [];
	const left = runs.entries();
	const work = async () => {
		for (const [index, run] of left) {
			await timeSlice.yieldIfOver();
			shown[index] = await detailed(run, output, client);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	return shown.flat();
}

async function detailed(
	run: RunSummary,
	output: RunOutput,
	client: RunReader,
): Promise<OutputItem[]> {
	const listed = await output(run);
	if (!listed.some(({ toReview }) => toReview)) return listed;
	const details = await toResult(client.details(run.id));
	if (details.ok) return await output(details.value);
	// The run was deleted after it was listed.
	if (isNotFound(details.error)) return listed;
	throw details.error;
}
