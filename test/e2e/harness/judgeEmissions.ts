/** What the service recorded about a run; times in ms. */
export interface RecordedRun {
	id: string;
	created: number;
	/** Null if it has not finished. */
	finished: number | null;
	/** Its last status, such as `completed`. */
	status: string;
	/** Null if it was never deleted. */
	deleted: number | null;
	/** The times when its details were read. */
	reads: number[];
}

/** The runs that one execution in n8n received from the trigger. */
export interface RecordedExecution {
	id: string;
	/** When n8n created it, in ms. */
	at: number;
	/** IDs of runs, in order. Empty if n8n was killed and saved no items. */
	emitted: string[];
}

/** Everything recorded during a trial of the trigger. Nothing in it comes from the trigger's own state. */
export interface History {
	/** The trigger must emit runs that finish after this time, in ms. */
	owedFrom: number;
	/** The statuses that start the workflow. */
	events: string[];
	runs: RecordedRun[];
	executions: RecordedExecution[];
	/**
	 * Spans in ms in which n8n may lose or repeat the result of a poll, because it saves state and items
	 * separately.
	 */
	unsaved: Array<{ from: number; to: number }>;
}

/**
 * - lost: an owed run was never emitted
 * - repeated: a run was emitted more than once
 * - early: a run was emitted before it finished
 * - unknown: the service never had this run
 * - unwanted: the run finished before the trigger started, or with another status
 * - deleted: the run was emitted after its deletion, and was not read before
 * - disordered: the run was emitted together with a run that was created later, but after it
 */
export type FaultKind =
	| 'lost'
	| 'repeated'
	| 'early'
	| 'unknown'
	| 'unwanted'
	| 'deleted'
	| 'disordered';

export interface Fault {
	kind: FaultKind;
	run: string;
	/** The executions that emitted it. */
	executions: string[];
}

export interface Judgement {
	faults: Fault[];
	/** How many runs had to be emitted exactly once. */
	owed: number;
	/** How many runs were emitted, as far as n8n recorded them. */
	emitted: number;
	/** How many further runs n8n may lose or repeat. */
	excused: number;
}

/** Judges a trial by what the service and n8n recorded. */
export function judgeEmissions(history: History): Judgement {
	const { runs, executions } = history;
	const wanted = runs.filter((run) => isWanted(run, history));
	const present = wanted.filter(({ deleted }) => deleted === null);
	const owed = present.filter((run) => !isExcused(run, history));
	const emittedIn = (id: string) => executions.filter(({ emitted }) => emitted.includes(id));
	const faultOf =
		(kind: FaultKind) =>
		(run: string): Fault => ({ kind, run, executions: emittedIn(run).map(({ id }) => id) });
	const unseen = owed.filter(({ id }) => emittedIn(id).length === 0);
	const lost = unseen.filter((run) => !isInForgotten(run, history)).map(({ id }) => id);
	return {
		faults: [
			...lost.map(faultOf('lost')),
			...repeated(history).map(faultOf('repeated')),
			...executions.flatMap((execution) => [
				...wrongIn(execution, history),
				...disordered(execution, history).map(faultOf('disordered')),
			]),
		],
		owed: owed.length,
		emitted: new Set(executions.flatMap(({ emitted }) => emitted)).size,
		excused: present.length - owed.length,
	};
}

const isWanted = ({ finished, status }: RecordedRun, { owedFrom, events }: History): boolean =>
	finished !== null && finished > owedFrom && events.includes(status);

const isExcused = ({ reads }: RecordedRun, { unsaved }: History): boolean =>
	reads.some((at) => unsaved.some(({ from, to }) => from <= at && at <= to));

/** A poll emits a run at most this many ms after it has read it. */
const EMITTED_WITHIN_MS = 3_000;

/**
 * A poll that finds nothing starts no execution. So an execution without items lost runs that were read
 * just before.
 */
const isInForgotten = ({ reads }: RecordedRun, { executions }: History): boolean =>
	executions
		.filter(({ emitted }) => emitted.length === 0)
		.some(({ at }) => reads.some((read) => at - EMITTED_WITHIN_MS <= read && read <= at));

function repeated(history: History): string[] {
	const times = new Map<string, number>();
	for (const id of history.executions.flatMap(({ emitted }) => emitted)) {
		times.set(id, (times.get(id) ?? 0) + 1);
	}
	const excused = new Set(
		history.runs.filter((run) => isExcused(run, history)).map(({ id }) => id),
	);
	return [...times].filter(([id, count]) => count > 1 && !excused.has(id)).map(([id]) => id);
}

/** The faults of single runs in an execution. */
function wrongIn({ id: execution, at, emitted }: RecordedExecution, history: History): Fault[] {
	return emitted.flatMap((id) => {
		const run = history.runs.find((each) => each.id === id);
		const kind = run === undefined ? 'unknown' : kindOf(run, at, history);
		return kind === null ? [] : [{ kind, run: id, executions: [execution] }];
	});
}

function kindOf(run: RecordedRun, at: number, history: History): FaultKind | null {
	const { deleted, finished, reads } = run;
	const wasRead = reads.some((read) => deleted !== null && read <= deleted);
	if (deleted !== null && deleted < at && !wasRead) return 'deleted';
	if (finished === null || at < finished) return 'early';
	return isWanted(run, history) ? null : 'unwanted';
}

/** The runs that come after a run that was created later. */
function disordered({ emitted }: RecordedExecution, { runs }: History): string[] {
	const created = new Map(runs.map((run) => [run.id, run.created]));
	let latest = -Infinity;
	return emitted.filter((id) => {
		const at = created.get(id) ?? latest;
		const isLate = at < latest;
		latest = Math.max(latest, at);
		return isLate;
	});
}
