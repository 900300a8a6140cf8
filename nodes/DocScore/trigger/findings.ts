import type { NeedsDetails } from '../fields/runOutput';
import type { RunCriteria } from '../runs/criteria';
import { type List, type ListedRun, listOf, type Span, within } from '../runs/listing';
import { type Sweep, sweep } from '../runs/sweep';
import type { RunLister, RunReader } from '../service/client';
import { bareOf, CancelledError, ServiceError } from '../service/errors';
import type { Run, RunSummary } from '../service/types';
import type { ReadBackoff } from './memory/readBackoff';
import type { ServiceClock } from './memory/serviceClock';
import type { State } from './state';

/** What the user set in the node. */
export interface WantedRuns {
	criteria: RunCriteria;
	/** The statuses of finished runs to output. */
	events: string[];
	/** How long after its creation a run may first be listed, in ms. */
	overlapMs: number;
	/** Whether the output needs more of a completed run than a list shows. Default: always. */
	needsDetails?: NeedsDetails | undefined;
}

export interface TrackSettings extends WantedRuns {
	/** The workflow's ID. */
	workflow: string;
	/** A hash of the account. */
	account: string;
}

/** What a process remembers from poll to poll. Losing it costs requests, never a run. */
export interface Memory {
	readonly clock: ServiceClock;
	readonly readBackoff: ReadBackoff;
	/** Lines that are logged once. */
	readonly said: Set<string>;
}

/** What a poll gets besides the state. */
export interface TrackTools extends Memory {
	reader: RunLister & RunReader;
	/** Whether the rest of the poll's time is reserved for reading details. */
	isListTimeUp(): boolean;
	/** How much of the poll's time is left, in ms. */
	leftMs(): number;
	log(message: string): void;
}

/** The poll's time for this work is over. */
export class TimeUp extends Error {}

export const isTimeUp = (error: unknown): boolean =>
	error instanceof TimeUp || error instanceof CancelledError;

const UNDATED =
	'Some runs have no created_time. The trigger leaves them out, because it cannot tell whether they are new';

/** What one poll has found so far, and the state that records it. */
export class Findings {
	/** IDs of the runs that were listed in this poll. */
	readonly listed = new Set<string>();

	/** Runs that seem to have finished: only their details, or a list that is enough, prove it. */
	readonly candidates = new Set<string>();

	/** Completed runs as a list shows them, if that may be all that the output needs. */
	readonly completed = new Map<string, RunSummary>();

	/** The runs to output. */
	readonly finished: Array<Run | RunSummary> = [];

	/** Errors about single runs that were not reported before. */
	readonly failedReads: unknown[] = [];

	/** Whether some candidates are left to the next poll, because none could be read. */
	isIncomplete = false;

	/** Whether the state begins, so that runs that have already finished are history. */
	isBeginning = false;

	/** Whether lists may use all of the poll's time, because the next poll would begin anew. */
	mustFinish = false;

	constructor(
		readonly state: State,
		readonly settings: TrackSettings,
		readonly tools: TrackTools,
	) {}

	list(status?: string): List {
		const { state, settings, tools } = this;
		const observe = (runs: ListedRun[]) => this.observe(runs);
		return listOf(tools.reader, settings.criteria, state.style, observe, status);
	}

	/** Compares the lists of a span with the state. An open run that no list shows is a candidate. */
	async sweep(
		span: Span,
		statuses: ReadonlyArray<string | undefined>,
		more: Partial<Sweep> = {},
	): Promise<void> {
		const { state, tools } = this;
		const known = (part: Span) => within([...state.openTimes(), ...state.done], part);
		const missing = (ids: string[]) => {
			for (const id of ids) if (!this.listed.has(id)) this.candidates.add(id);
		};
		const check = () => {
			if (!this.mustFinish && tools.isListTimeUp()) throw new TimeUp();
		};
		const lists = statuses.map((status) => this.list(status));
		await sweep({ lists, known, missing, check, ...more }, span);
	}

	/** Deals with a run that has finished. */
	finish(id: string, run: Run | RunSummary): void {
		this.state.markDone(id);
		if (this.isWanted(run.status)) this.finished.push(run);
	}

	/** Reports the error once, and reads the run less and less often. */
	deferRead(id: string, error: ServiceError): void {
		if (!this.tools.readBackoff.defer(id)) return;
		const message = `Run ${id} cannot be read, so the trigger retries it at longer and longer intervals. ${bareOf(error)}`;
		this.tools.log(message);
		// The trigger goes on with the other runs, and with this one later.
		this.failedReads.push(new ServiceError(message, { ...error.details, transient: true }));
	}

	private observe(runs: ListedRun[]): void {
		const { state, tools, settings } = this;
		for (const listed of runs) {
			const { id, status, created, run } = listed;
			if (created === null && !tools.said.has(UNDATED)) {
				tools.said.add(UNDATED);
				tools.log(UNDATED);
			}
			this.listed.add(id);
			const isHistory = this.isBeginning && !state.open.has(id);
			if (!state.observe(listed)) continue;
			if (isHistory || !this.isWanted(status)) {
				state.markDone(id);
				continue;
			}
			this.candidates.add(id);
			// test/nodes/trigger/triggerListed.test.ts holds the first; failed runs have no fields, so are read.
			// Stryker disable next-line ConditionalExpression,LogicalOperator: see above
			if (settings.needsDetails && status === 'completed') this.completed.set(id, run);
		}
	}

	/**
	 * Whether a run with this status is output: both the current and the former Trigger On must
	 * include it.
	 */
	private isWanted(status: string | null): boolean {
		const { settings, state } = this;
		return [settings, state.owner].every(({ events }) => events.some((event) => event === status));
	}
}
