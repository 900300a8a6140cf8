import { join, pause, writeFile } from '../../node';
import type { RunRecord } from '../../sandbox/records';
import type { History, RecordedExecution, RecordedRun } from './judgeEmissions';
import { LOGS } from './logs';
import type { SavedWorkflow } from './n8nApi';
import type { N8nWithSandbox } from './withN8n';

/** Reads the history of a trial of the trigger from the service and from n8n, as both recorded it. */
export class HistoryRecord {
	/** Spans in which n8n may lose or repeat what a poll read. */
	readonly unsaved: History['unsaved'] = [];

	private readonly owedFrom = Date.now();

	/** Deleted runs as they were, and when they were deleted. */
	private readonly deleted: Array<{ run: RunRecord; at: number }> = [];

	constructor(
		private readonly e2e: N8nWithSandbox,
		private readonly workflow: SavedWorkflow,
		/** The trigger's name. */
		private readonly trigger: string,
		private readonly events: string[],
	) {}

	async deleteRun(id: string): Promise<void> {
		const { control } = this.e2e.sandbox;
		const run = (await control.runs()).find((each) => each.id === id);
		await control.deleteRun(id);
		if (run) this.deleted.push({ run, at: Date.now() });
	}

	/** Waits until it is so, but for so many ms at most. */
	async until(isSo: (history: History) => boolean, withinMs: number): Promise<void> {
		const deadline = Date.now() + withinMs;
		do await pause(3_000);
		while (!isSo(await this.history()) && Date.now() < deadline);
	}

	/** Keeps it beside what n8n said. */
	async save(name: string): Promise<History> {
		const history = await this.history();
		await writeFile(join(LOGS, `${name}.history.json`), JSON.stringify(history, null, '\t'));
		return history;
	}

	private async history(): Promise<History> {
		const { owedFrom, events, unsaved } = this;
		// The executions first: what they emitted, the service has recorded by then.
		const executions = await this.executions();
		return { owedFrom, events, unsaved, executions, runs: await this.runs() };
	}

	private async runs(): Promise<RecordedRun[]> {
		const { control } = this.e2e.sandbox;
		const requests = await control.requests();
		const reads = requests
			.filter(({ endpoint, status }) => endpoint === 'details' && status === 200)
			.map(({ at, body }) => ({ at, body: JSON.stringify(body) }));
		const there = (await control.runs()).map((run) => ({ run, at: null }));
		return [...there, ...this.deleted].map(({ run, at }) => ({
			id: run.id,
			created: Date.parse(run.createdTime),
			finished: run.finishedAt,
			status: run.status,
			deleted: at,
			reads: reads.filter(({ body }) => body.includes(run.id)).map((read) => read.at),
		}));
	}

	private async executions(): Promise<RecordedExecution[]> {
		const executions = await this.e2e.n8n.api.executions(this.workflow.id);
		return executions.map(({ id, status, createdAt, outputs, waiting }) => {
			// What n8n knows of a crashed node is no output; the items are still where they waited.
			const given = outputs[this.trigger]?.[0] ?? [];
			const items = given.length > 0 ? given : waiting;
			const emitted = items.flatMap(({ json }) => (json.id ? [String(json.id)] : []));
			return { id: `${id} (${status})`, at: createdAt, emitted };
		});
	}
}
