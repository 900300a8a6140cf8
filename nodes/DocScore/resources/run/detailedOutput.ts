import type { OutputItem } from '../../engine/operation';
import { Turns } from '../../engine/turns';
import type { RunOutput } from '../../fields/output';
import { isNotKnown, type RunReader } from '../../service/client';
import { settle } from '../../service/settle';
import type { RunSummary } from '../../service/types';

/** The runs of a list, with the details of those that a person is to look at: lists lack some. */
export async function outputDetailed(
	runs: RunSummary[],
	output: RunOutput,
	client: RunReader,
): Promise<OutputItem[]> {
	const turns = new Turns();
	const shown = await Promise.all(
		runs.map(async (run) => {
			await turns.take();
			const listed = output(run);
			if (!listed.some(({ second }) => second)) return listed;
			const details = await settle(client.details(run.id));
			if (details.ok) return output(details.value);
			// It was there when it was listed.
			if (isNotKnown(details.error)) return listed;
			throw details.error;
		}),
	);
	return shown.flat();
}
