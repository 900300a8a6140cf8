import { join, pause, writeFile } from '../../node';
import type { RunRecord } from '../../sandbox/records';
import type { History, RecordedExecution, RecordedRun } from './judgeEmissions';
import { LOGS } from './logs';
import type { SavedWorkflow } from './n8nApi';
import type { N8nWithSandbox } from './withN8n';

/** Records a trial of the trigger: what the service and n8n logged about it. */
export class HistoryRecord {
	/** Time spans in which n8n may lose or repeat the result of a poll. */
	readonly unsaved: History['unsaved'] = [];

	private readonly owedFrom = Date.now();

	/** Deleted runs, each with the time of its deletion. */
	private readonly deleted: Array<{ run: RunRecord; at: number }> = [];

	constructor(
		private readonly e2e: N8nWithSandbox,
		private readonly workflow: SavedWorkflow,
		/** Name of the trigger node. */
		private readonly trigger: string,
		private readonly events: string[],
	) {}

	async deleteRun(id: string): Promise<void> {
		const { control } = this.e2e.sandbox;
		const run = (await control.runs()).find((each) => each.id === id);
		await control.deleteRun(id);
		if (run) this.deleted.push({ run, at: Date.now() });
	}

	/** Waits until the history meets the condition, at most this long. */
	async until(isSo: (history: History) => boolean, withinMs: number): Promise<void> {
		const deadline = Date.now() + withinMs;
		do await pause(3_000);
		while (!isSo(await this.history()) && Date.now() < deadline);
	}

	/** Saves the history next to n8n's logs. */
	async save(name: string): Promise<History> {
		const history = await this.history();
		await writeFile(join(LOGS, `${name}.history.json`), JSON.stringify(history, null, '\t'));
		return history;
	}

	private async history(): Promise<History> {
		const { owedFrom, events, unsaved } = this;
		// Executions are read first, so that the service has already recorded every run that they emitted.
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
			// If n8n crashed, the node has no output. Its items still wait for the next node.
			const given = outputs[this.trigger]?.[0] ?? [];
			const items = given.length > 0 ? given : waiting;
			const emitted = items.flatMap(({ json }) => (json.id ? [String(json.id)] : []));
			return { id: `${id} (${status})`, at: createdAt, emitted };
		});
	}
}
