import { LONGEST_SILENCE_MS } from '../service/nextTry';
import type { Stop } from '../service/stop';
import type { Turn, Turns } from '../service/turns';

/** What one execution, or one poll, may do. */
export interface Manner {
	stop: Stop;
	/** How many of its requests may be under way at once. */
	limit: number;
	/** Whether others go first. */
	givesWay?: boolean;
	/** Is told what is waited for. */
	log?: (message: string) => void;
}

/** Where its requests stand in line with all others. */
interface Place {
	next(member: Member, ticket?: number): Promise<Turn>;
	/** Refuses its requests that wait. */
	leave(member: Member, error: Error): void;
}

/** One execution or poll among those that share an account. */
export class Member implements Turns {
	readonly stop: Stop;

	readonly limit: number;

	readonly givesWay: boolean;

	readonly log: (message: string) => void;

	/** How many of its requests were refused because there were too many. */
	refused = 0;

	private readonly since = Date.now();

	private inLine = 0;

	/** Since when any of its requests has waited for its turn, and how long any did before. */
	private inLineSince = 0;

	private inLineMs = 0;

	constructor(
		private readonly pace: Place,
		{ stop, limit, givesWay = false, log = () => {} }: Manner,
	) {
		this.stop = stop;
		this.limit = limit;
		this.givesWay = givesWay;
		this.log = log;
		void stop.ended.then(() => {
			if (stop.error) pace.leave(this, stop.error);
		});
	}

	/** For how long, in ms, its requests had to wait for their turns. */
	get heldBackMs(): number {
		return this.inLineMs + (this.inLine > 0 ? Date.now() - this.inLineSince : 0);
	}

	/** How long, in ms, it waits on for a service that has refused everything since then. */
	patienceMs(refusingSince: number): number {
		const until = Math.max(this.since, refusingSince) + LONGEST_SILENCE_MS;
		return Math.min(until - Date.now(), this.stop.leftMs);
	}

	async next(ticket?: number): Promise<Turn> {
		this.stop.check();
		if (this.inLine++ === 0) this.inLineSince = Date.now();
		try {
			const turn = await this.pace.next(this, ticket);
			if (this.stop.isOver) turn.end('unknown', 0);
			this.stop.check();
			return turn;
		} finally {
			if (--this.inLine === 0) this.inLineMs += Date.now() - this.inLineSince;
		}
	}
}
