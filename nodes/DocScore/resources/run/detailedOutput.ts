import type { OutputItem } from '../../engine/operation';
import { TimeSlice } from '../../engine/timeSlice';
import type { RunOutput } from '../../fields/runOutput';
import { isNotFound, type RunReader } from '../../service/client';
import { toResult } from '../../service/result';
import type { RunSummary } from '../../service/types';

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
	const shown = await Promise.all(
		runs.map(async (run) => {
			await timeSlice.yieldIfOver();
			const listed = output(run);
			if (!listed.some(({ toSecondOutput }) => toSecondOutput)) return listed;
			const details = await toResult(client.details(run.id));
			if (details.ok) return output(details.value);
			// The run was deleted after it was listed.
			if (isNotFound(details.error)) return listed;
			throw details.error;
		}),
	);
	return shown.flat();
}
