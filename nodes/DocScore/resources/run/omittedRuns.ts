import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { weakMemoize } from '../../engine/weakMemoize';
import type { RunSummary } from '../../service/types';
import { counted } from '../../service/messages';

/** Counts the runs that a table leaves out, for one hint for all items. */
class OmittedRuns {
	private readonly counts = new Map<string, number>();

	private readonly hint: NodeExecutionHint = { message: '', location: 'outputPane' };

	constructor(private readonly context: IExecuteFunctions) {}

	add(status: string): void {
		// Added once; n8n reads its text when the node has ended.
		if (this.counts.size === 0) this.context.addExecutionHints(this.hint);
		this.counts.set(status, (this.counts.get(status) ?? 0) + 1);
		this.hint.message = this.message();
	}

	private message(): string {
		const counts = [...this.counts].map(([status, count]) => `${count} ${status}`).sort();
		const total = [...this.counts.values()].reduce((sum, count) => sum + count);
		const are = total === 1 ? 'is left out because it has' : 'are left out because they have';
		return `${counted(total, 'run')} ${are} no fields (${counts.join(', ')}). To include such runs, add the option Include Failed and Unfinished Runs.`;
	}
}

const omittedRunsOf = weakMemoize((context: IExecuteFunctions) => new OmittedRuns(context));

/** Returns the function that records runs left out of this execution's output. */
export const omitFrom =
	(context: IExecuteFunctions) =>
	({ status }: RunSummary): void =>
		omittedRunsOf(context).add(status ?? 'without a status');
