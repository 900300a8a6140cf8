import { type List, type ListedRun, listOf } from '../runs/listing';
import type { RunSearch } from '../runs/search';
import type { RunLister, RunReader } from '../service/client';
import type { Run } from '../service/types';
import type { Ledger } from './ledger';
import type { ServiceClock } from './serviceClock';

/** What the user set. */
export interface TrackSettings {
	search: RunSearch;
	/** Statuses of finished runs that are to be emitted. */
	events: string[];
	/** How long after its creation a run may still become visible. */
	overlapMs: number;
}

/** What a poll is given besides the ledger. */
export interface TrackTools {
	reader: RunLister & RunReader;
	clock: ServiceClock;
	/** Whether so much of the poll's time is gone that what is left is for reading found runs. */
	enoughListed(): boolean;
	/** How much of the poll's time is left, in ms. */
	leftMs(): number;
	/** Counts through the open runs from poll to poll, so that each of them is looked for one day. */
	spotCheck: { next: number };
	log(message: string): void;
}

/** One poll under way: what it has found so far, and the ledger that takes it in. */
export class Poll {
	readonly listed = new Set<string>();

	/** Runs that seem to have finished; only their details prove it. */
	readonly candidates = new Set<string>();

	/** Lists of all runs that were created at one moment, so that none is read twice. */
	readonly moments = new Map<number, Promise<void>>();

	/** Whether the ledger begins: runs that have finished already are history then. */
	beginning = false;

	/** Runs to emit: their details said that they have finished. */
	readonly finished: Run[] = [];

	constructor(
		readonly ledger: Ledger,
		readonly settings: TrackSettings,
		readonly tools: TrackTools,
	) {}

	list(status?: string): List {
		const { reader } = this.tools;
		const observe = (runs: ListedRun[]) => this.observe(runs);
		return listOf(reader, this.settings.search, this.ledger.style, observe, status);
	}

	private observe(runs: ListedRun[]): void {
		for (const run of runs) {
			this.tools.clock.note(run.created);
			this.listed.add(run.id);
			const history = this.beginning && !this.ledger.open.has(run.id);
			if (!this.ledger.observe(run)) continue;
			if (history || !this.isWanted(run.status)) this.ledger.finish(run.id);
			else this.candidates.add(run.id);
		}
	}

	isWanted(status: string | null): boolean {
		return status !== null && this.settings.events.includes(status);
	}
}
