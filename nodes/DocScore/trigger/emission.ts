import type { OutputItem } from '../engine/operation';
import type { RunOutput } from '../fields/runOutput';
import type { Run, RunSummary } from '../service/types';

/**
 * The items of a finished run. A run that cannot be output, such as one with thousands of nested
 * lists, is emitted with its ID, name and status, so that it does not delay other runs.
 * @param log writes a line to n8n's log
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
