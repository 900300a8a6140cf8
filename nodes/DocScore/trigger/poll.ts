import { type List, type ListedRun, listOf } from '../runs/listing';
import { readServiceTime } from '../runs/serviceTime';
import type { RunCriteria } from '../runs/criteria';
import type { RunLister, RunReader } from '../service/client';
import { StoppedError } from '../service/errors';
import { toResult } from '../service/result';
import type { Run, RunSummary } from '../service/types';
import { type Ledger, UNDATED } from './ledger';
import type { ComparedRuns, Comparison } from './comparison';
import type { ReadBackoff } from './readBackoff';
import type { Progress } from './progress';
import type { ServiceClock } from './serviceClock';

/** What the user set in the node. */
export interface WantedRuns {
	criteria: RunCriteria;
	/** Statuses of finished runs that are to be emitted. */
	events: string[];
	/** How long after its creation a run may still become visible. */
	overlapMs: number;
	/** Whether a completed run, as a list shows it, lacks what is to be shown. Default: all do. */
	needsDetails?: ((run: RunSummary) => boolean) | undefined;
}

export interface TrackSettings extends WantedRuns {
	/** Tells accounts of the service apart. */
	accountHash: string;
}

/** What a process remembers from poll to poll. Losing it costs requests, never a run. */
export interface Memory {
	readonly clock: ServiceClock;
	readonly readBackoff: ReadBackoff;
	/** Counts through the open runs, so that each of them is looked for one day. */
	readonly spotCheck: { next: number };
	readonly progress: Progress;
	/** With which phase of its work the next poll begins, so that none is always cut short. */
	readonly firstPhase: { index: number };
	/** How many runs more than are known the service counts although all were read. */
	readonly excess: { runs: number };
}

/** What a poll is given besides the ledger. */
export interface TrackTools extends Memory {
	reader: RunLister & RunReader;
	/** Whether so much of the poll's time is gone that what is left is for reading found runs. */
	isListTimeUp(): boolean;
	/** How much of the poll's time is left, in ms. */
	leftMs(): number;
	log(message: string): void;
}

/** So much was listed in this poll that what remains is left to the next one. */
export class ListTimeUp extends Error {}

export const isTimeUp = (error: unknown): boolean =>
	error instanceof StoppedError || error instanceof ListTimeUp;

/** One poll under way: what it has found so far, and the ledger that takes it in. */
export class Poll {
	readonly listed = new Set<string>();

	/** All runs that were created from then on were listed in this poll. */
	completeFrom = Number.POSITIVE_INFINITY;

	/** Lists of all runs that were created within one second, so that none is read twice. */
	readonly listedSeconds = new Map<number, Promise<void>>();

	/** Whether the ledger begins: runs that have finished already are history then. */
	isBootstrap = false;

	/** Runs to emit: their details said that they have finished, or a list, where that is enough. */
	finished: Array<Run | RunSummary> = [];

	/** Candidates as a list shows them; null where more of them is needed than that. */
	readonly listedCandidates = new Map<string, RunSummary | null>();

	/** What became of single runs and was not told before. */
	readonly failedReads: unknown[] = [];

	/** Whether some of the candidates are left to the next poll. */
	isIncomplete = false;

	/** When the poll began, by the local clock. */
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
		const observe = (runs: ListedRun[]) => this.observe(runs, status === undefined);
		return listOf(reader, this.settings.criteria, this.ledger.style, observe, status);
	}

	/**
	 * Begins a comparison, or goes on with it where the poll before had no time for all of it.
	 * @param advance gets up to when all is compared, in ms since 1970, after each step
	 * @throws EnoughListed after at least one step, where the rest is left to the next poll
	 */
	async compare(
		name: string,
		what: ComparedRuns,
		start: () => Comparison,
		advance: (comparedTo: number) => void = () => {},
	): Promise<void> {
		const { comparisons } = this.tools.progress;
		const comparison = comparisons.get(name) ?? start();
		comparisons.set(name, comparison);
		while (!comparison.isOver) {
			const stepped = await toResult(comparison.step(what));
			advance(comparison.comparedTo);
			if (!stepped.ok) throw stepped.error;
			if (!comparison.isOver && this.tools.isListTimeUp()) throw new ListTimeUp();
		}
		comparisons.delete(name);
	}

	/** @param tells whether the runs tell what time it is, as those do that were just created */
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
			if (history || !this.isWanted(status)) ledger.finish(id);
			else this.addCandidate(listed);
		}
	}

	private addCandidate({ id, status, run }: ListedRun): void {
		this.candidates.add(id);
		const { needsDetails } = this.settings;
		const isEnough = status === 'completed' && needsDetails?.(run) === false;
		this.listedCandidates.set(id, isEnough ? run : null);
	}

	/** Ends that nobody wanted before Trigger On was changed, or after, are dealt with as well. */
	isWanted(status: string | null): boolean {
		const { settings, ledger } = this;
		return [settings, ledger].every(({ events }) => events.some((event) => event === status));
	}
}

/** So that the ledger holds runs of one moment in the order in which they were created. */
function oldestFirst(runs: ListedRun[]): ListedRun[] {
	const [first, last] = [runs.at(0), runs.at(-1)];
	const isNewestFirst = first && last && first.created >= last.created;
	return isNewestFirst ? [...runs].reverse() : runs;
}
