import { type List, type ListedRun, listOf, type Span } from '../runs/listing';
import { readServiceTime } from '../runs/serviceTime';
import type { RunCriteria } from '../runs/criteria';
import type { RunLister, RunReader } from '../service/client';
import { bareOf, ServiceError, CancelledError } from '../service/errors';
import { toResult } from '../service/result';
import type { Run, RunSummary } from '../service/types';
import { type Ledger, UNDATED } from './ledger/ledger';
import type { ComparedRuns, Comparison } from '../runs/comparison/comparison';
import type { ReadBackoff } from './memory/readBackoff';
import type { Progress } from './memory/progress';
import type { ServiceClock } from './memory/serviceClock';

/** What the user set in the node. */
export interface WantedRuns {
	criteria: RunCriteria;
	/** The statuses of finished runs to emit. */
	events: string[];
	/** How long after its creation a run may first be listed, in ms. */
	overlapMs: number;
	/** Whether the output needs more of a completed run than a list shows. Default: always. */
	needsDetails?: ((run: RunSummary) => boolean) | undefined;
}

export interface TrackSettings extends WantedRuns {
	/** Identifies the account. */
	accountHash: string;
}

/** What a process remembers from poll to poll. Losing it costs requests, never a run. */
export interface Memory {
	readonly clock: ServiceClock;
	readonly readBackoff: ReadBackoff;
	/**
	 * The index of the next open run for the spot check, so that each has its turn, and whether the
	 * last poll left it out.
	 */
	readonly spotCheck: { next: number; isDeferred: boolean };
	readonly progress: Progress;
	/** The phase with which the next poll begins, so that none is always interrupted. */
	readonly firstPhase: { index: number };
	/** How many more runs the service counts than are known, although all were read. */
	readonly excess: { runs: number };
	/** How many polls in a row were cut by their time and emitted nothing. */
	readonly cutPolls: { inARow: number };
}

/** What a poll gets besides the ledger. */
export interface TrackTools extends Memory {
	reader: RunLister & RunReader;
	/** Whether the rest of the poll's time is reserved for reading details. */
	isListTimeUp(): boolean;
	/** How much of the poll's time is left, in ms. */
	leftMs(): number;
	log(message: string): void;
}

/** The poll's time for lists is over, so the next poll continues. */
export class ListTimeUp extends Error {}

export const isTimeUp = (error: unknown): boolean =>
	error instanceof CancelledError || error instanceof ListTimeUp;

/** One poll: its findings so far, and the ledger that records them. */
export class Poll {
	readonly listed = new Set<string>();

	/** The creation time, in ms since 1970, from which all runs were listed in this poll. */
	completeFrom = Number.POSITIVE_INFINITY;

	/** Bounds of which one page of the list of all runs showed everything in this poll. */
	readonly wholeSpans: Span[] = [];

	/** Whether the ledger begins, so that runs that have already finished are history. */
	isBootstrap = false;

	/** The runs to emit: they have finished by their details, or by a list that is enough. */
	finished: Array<Run | RunSummary> = [];

	/** Candidates as a list shows them; null if the output needs more of them. */
	readonly listedCandidates = new Map<string, RunSummary | null>();

	/** Errors about single runs that were not reported before. */
	readonly failedReads: unknown[] = [];

	/** Whether some candidates are left to the next poll. */
	isIncomplete = false;

	/** When the poll began, in ms of the local clock. */
	readonly startedAt: number;

	constructor(
		readonly ledger: Ledger,
		readonly settings: TrackSettings,
		readonly tools: TrackTools,
	) {
		this.startedAt = tools.clock.local();
	}

	/** Runs that seem to have finished; only their details prove it. */
	get candidates(): Set<string> {
		return this.tools.progress.candidates;
	}

	list(status?: string): List {
		const { reader } = this.tools;
		const isAll = status === undefined;
		const observe = (runs: ListedRun[]) => this.observe(runs, isAll);
		const list = listOf(reader, this.settings.criteria, this.ledger.style, observe, status);
		return async (span, page = 1) => {
			const listing = await list(span, page);
			if (isAll && page === 1 && listing.whole) this.wholeSpans.push(span);
			return listing;
		};
	}

	/**
	 * Begins a comparison, or continues one that an earlier poll did not finish.
	 * @param advance receives, after each step, the creation time up to which everything is compared,
	 * in ms since 1970
	 * @throws ListTimeUp after at least one step, if the rest is left to the next poll
	 */
	async compare(
		name: string,
		compared: ComparedRuns,
		start: () => Comparison,
		advance: (comparedTo: number) => void = () => {},
	): Promise<void> {
		const { comparisons } = this.tools.progress;
		const comparison = comparisons.get(name) ?? start();
		comparisons.set(name, comparison);
		while (!comparison.isOver) {
			const stepped = await toResult(comparison.step(compared));
			advance(comparison.comparedTo);
			if (!stepped.ok) throw stepped.error;
			if (!comparison.isOver && this.tools.isListTimeUp()) throw new ListTimeUp();
		}
		comparisons.delete(name);
	}

	/** Reports the error once, and reads the run less and less often. */
	deferRead(id: string, error: ServiceError): void {
		const { tools, failedReads } = this;
		if (!tools.readBackoff.defer(id, false)) return;
		const message = `Run ${id} cannot be read, so the trigger retries it at longer and longer intervals. ${bareOf(error)}`;
		tools.log(message);
		failedReads.push(new ServiceError(message, error.details));
	}

	/** @param tells whether the runs are clock samples, as just created runs are */
	private observe(runs: ListedRun[], tells: boolean): void {
		const { ledger, tools } = this;
		for (const listed of oldestFirst(runs)) {
			const { id, status } = listed;
			const isDated = readServiceTime(listed.run.createdTime) !== null;
			const created = isDated ? listed.created : UNDATED;
			if (isDated && tells) tools.clock.addSample(id, created);
			this.listed.add(id);
			const history = this.isBootstrap && !ledger.open.has(id);
			if (!ledger.observe({ id, status, created })) continue;
			tools.readBackoff.noteFinished(id);
			if (history || !this.isWanted(status)) ledger.markDone(id);
			else this.addCandidate(listed);
		}
	}

	private addCandidate({ id, status, run }: ListedRun): void {
		this.candidates.add(id);
		const { needsDetails } = this.settings;
		const isEnough = status === 'completed' && needsDetails?.(run) === false;
		this.listedCandidates.set(id, isEnough ? run : null);
	}

	/**
	 * Whether a run with this status is emitted: both the current and the former Trigger On must
	 * include it.
	 */
	isWanted(status: string | null): boolean {
		const { settings, ledger } = this;
		return [settings, ledger].every(({ events }) => events.some((event) => event === status));
	}
}

/** Runs from the oldest to the newest, so that the ledger keeps the order of creation. */
function oldestFirst(runs: ListedRun[]): ListedRun[] {
	const [first, last] = [runs.at(0), runs.at(-1)];
	const isNewestFirst = first && last && first.created >= last.created;
	return isNewestFirst ? [...runs].reverse() : runs;
}
