import type { Run } from '../service/types';
import type { Ledger, Sighting } from './ledger';
import { type List, listOf, type Reading } from '../runs/listing';
import type { RunSearch } from '../runs/search';
import type { ServiceClock } from './serviceClock';
import type { RunReader } from '../resources/run/runWatch';

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
	reader: RunReader;
	clock: ServiceClock;
	/** Whether so much of the poll's time is gone that what is left is for reading found runs. */
	enoughListed(): boolean;
	/** How much of the poll's time is left, in ms. */
	leftMs(): number;
	/** Counts through the open runs from poll to poll, so that each is looked for in its turn. */
	turn: { next: number };
	log(message: string): void;
}

/** One poll under way: what it has found so far, and the ledger that takes it in. */
export class Round implements Reading {
	readonly listed = new Set<string>();

	/** Runs that seem to have finished; only their details prove it. */
	readonly candidates = new Set<string>();

	/** Readings of all runs that were created at one moment, so that none is read twice. */
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

	get zoned(): boolean | null {
		return this.ledger.zoned;
	}

	set zoned(zoned: boolean | null) {
		this.ledger.zoned = zoned;
	}

	list(status?: string): List {
		return listOf(this.tools.reader, this.settings.search, this, status);
	}

	sight(runs: Sighting[]): void {
		for (const run of runs) {
			this.tools.clock.note(run.created);
			this.listed.add(run.id);
			const history = this.beginning && !this.ledger.open.has(run.id);
			if (!this.ledger.sight(run)) continue;
			if (history || !this.isWanted(run.status)) this.ledger.finish(run.id);
			else this.candidates.add(run.id);
		}
	}

	isWanted(status: string | null): boolean {
		return status !== null && this.settings.events.includes(status);
	}
}
