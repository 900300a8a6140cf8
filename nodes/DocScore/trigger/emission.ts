import type { OutputItem } from '../engine/operation';
import type { RunOutput } from '../fields/runOutput';
import type { Run, RunSummary } from '../service/types';

/**
 * The items of a finished run. A run that cannot be shown, such as one with lists within lists by the
 * thousand, is emitted as the little that is known of it: none of the runs beside it waits for it.
 * @param log takes a line for n8n's log
 */
export function itemsOf(
	run: Run | RunSummary,
	output: RunOutput,
	log: (line: string) => void,
): OutputItem[] {
	try {
		return output(run);
	} catch (error) {
		const { id, name, status } = run;
		const problem = error instanceof Error ? error.message : String(error);
		log(`Run ${id} is emitted without its fields, as they cannot be shown: ${problem}`);
		return [{ json: { id, name, status, error: problem }, toSecondOutput: true }];
	}
}
