import { type List, type ListedRun, listOf, type Span } from '../runs/listing';
import { readServiceTime } from '../runs/serviceTime';
import type { RunSearch } from '../runs/search';
import type { RunLister, RunReader } from '../service/client';
import type { Run } from '../service/types';
import { type Ledger, UNDATED } from './ledger';
import type { Postponed } from './postponed';
import type { ServiceClock } from './serviceClock';

/** What the user set in the node. */
export interface WantedRuns {
	search: RunSearch;
	/** Statuses of finished runs that are to be emitted. */
	events: string[];
	/** How long after its creation a run may still become visible. */
	overlapMs: number;
}

export interface TrackSettings extends WantedRuns {
	/** Tells accounts of the service apart. */
	account: string;
}

/** What a process remembers from poll to poll. Losing it costs requests, never a run. */
export interface Memory {
	readonly clock: ServiceClock;
	readonly postponed: Postponed;
	/** Counts through the open runs, so that each of them is looked for one day. */
	readonly spotCheck: { next: number };
	/** With which part of its work the next poll begins, so that none is always cut short. */
	readonly firstPart: { index: number };
	/** How many runs more than are known the service counts although all were read. */
	readonly excess: { runs: number };
}

/** What a poll is given besides the ledger. */
export interface TrackTools extends Memory {
	reader: RunLister & RunReader;
	/** Whether so much of the poll's time is gone that what is left is for reading found runs. */
	enoughListed(): boolean;
	/** How much of the poll's time is left, in ms. */
	leftMs(): number;
	log(message: string): void;
}

/** So much was listed in this poll that what remains is left to the next one. */
export class EnoughListed extends Error {}

/** One poll under way: what it has found so far, and the ledger that takes it in. */
export class Poll {
	readonly listed = new Set<string>();

	/** Whether all runs since the horizon were on one page, which is proof of each. */
	sawAll = false;

	/** Whether nothing unknown is left since the horizon. */
	isSearched = false;

	/** All runs that were created from then on were listed in this poll. */
	listedFrom = Number.POSITIVE_INFINITY;

	/** Runs that seem to have finished; only their details prove it. */
	readonly candidates = new Set<string>();

	/** Lists of all runs that were created at one moment, so that none is read twice. */
	readonly moments = new Map<number, Promise<void>>();

	/** Whether the ledger begins: runs that have finished already are history then. */
	beginning = false;

	/** Runs to emit: their details said that they have finished. */
	finished: Run[] = [];

	/** What became of single runs and was not told before. */
	readonly troubles: unknown[] = [];

	/** Whether some of the candidates are left to the next poll. */
	isCut = false;

	/** When the poll began, by the local clock. */
	readonly startedAt: number;

	constructor(
		readonly ledger: Ledger,
		readonly settings: TrackSettings,
		readonly tools: TrackTools,
	) {
		this.startedAt = tools.clock.local();
	}

	list(status?: string): List {
		const { reader } = this.tools;
		const observe = (runs: ListedRun[]) => this.observe(runs, status === undefined);
		return listOf(reader, this.settings.search, this.ledger.style, observe, status);
	}

	/** The same, but it is left at that where enough was listed. @throws EnoughListed */
	hurriedList(status?: string): List {
		const list = this.list(status);
		return async (span: Span, page?: number) => {
			if (this.tools.enoughListed()) throw new EnoughListed();
			return await list(span, page);
		};
	}

	/** @param tells whether the runs tell what time it is, as those do that were just created */
	private observe(runs: ListedRun[], tells: boolean): void {
		const { ledger, tools } = this;
		for (const listed of oldestFirst(runs)) {
			const { id, status } = listed;
			const isDated = readServiceTime(listed.run.createdTime) !== null;
			const created = isDated ? listed.created : UNDATED;
			if (isDated && tells) tools.clock.note(id, created);
			this.listed.add(id);
			const history = this.beginning && !ledger.open.has(id);
			if (!ledger.observe({ id, status, created })) continue;
			tools.postponed.wake(id);
			if (history || !this.isWanted(status)) ledger.finish(id);
			else this.candidates.add(id);
		}
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
