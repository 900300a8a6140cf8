import type { Turn } from '../service/turns';
import type { Member } from './member';

/** A request that waits for its turn. */
export interface Waiting {
	member: Member;
	ticket: number;
	/** In ms since 1970. */
	since: number;
	enter(turn: Turn): void;
	refuse(error: Error): void;
}

/** So often one of those that give way is served although others wait. */
const EVERY = 10;

/** Requests in the order in which they came; those that give way behind all others. */
export class Line {
	private readonly first: Waiting[] = [];

	private readonly last: Waiting[] = [];

	private served = 0;

	get length(): number {
		return this.first.length + this.last.length;
	}

	/** Since when the first of those that give way has waited while others do, in ms since 1970. */
	get givingWaySince(): number {
		const isCrowded = this.first.length > 0;
		return (isCrowded ? this.last[0]?.since : undefined) ?? Number.POSITIVE_INFINITY;
	}

	/** A request that comes back takes its place again. */
	add(waiting: Waiting): void {
		const requests = waiting.member.givesWay ? this.last : this.first;
		const before = requests.findLastIndex(({ ticket }) => ticket < waiting.ticket);
		requests.splice(before + 1, 0, waiting);
	}

	take(): Waiting | undefined {
		const isTheirs = ++this.served % EVERY === 0;
		const [requests, others] = isTheirs ? [this.last, this.first] : [this.first, this.last];
		return requests.shift() ?? others.shift();
	}

	/** Refuses those of whom an error is told. */
	dismiss(errorOf: (waiting: Waiting) => Error | null): void {
		for (const requests of [this.first, this.last]) {
			for (const waiting of requests.splice(0)) {
				const error = errorOf(waiting);
				if (error === null) requests.push(waiting);
				else waiting.refuse(error);
			}
		}
	}
}
