import type { Permit } from '../service/permit';
import type { RateLimitClient } from './rateLimitClient';

/** A request that waits for its permit. */
export interface Waiting {
	client: RateLimitClient;
	/** Since when, in ms. */
	since: number;
	grant(permit: Permit): void;
	reject(error: Error): void;
}

/** So often one of low priority is served although others wait. */
const EVERY = 10;

/** Requests of two priorities, each first come, first served; those that come back are before all others. */
export class WaitQueue {
	private readonly high: Waiting[] = [];

	private readonly low: Waiting[] = [];

	private served = 0;

	get length(): number {
		return this.high.length + this.low.length;
	}

	/** Since when the first one of low priority has waited while others do, in ms. */
	get givingWaySince(): number {
		const isCrowded = this.high.length > 0;
		return (isCrowded ? this.low[0]?.since : undefined) ?? Number.POSITIVE_INFINITY;
	}

	add(waiting: Waiting, isRetry: boolean): void {
		const requests = waiting.client.givesWay ? this.low : this.high;
		if (isRetry) requests.unshift(waiting);
		else requests.push(waiting);
	}

	take(): Waiting | undefined {
		const isForLow = ++this.served % EVERY === 0;
		const [requests, others] = isForLow ? [this.low, this.high] : [this.high, this.low];
		return requests.shift() ?? others.shift();
	}

	/** Rejects those of whom an error is told. */
	reject(errorOf: (waiting: Waiting) => Error | null): void {
		for (const requests of [this.high, this.low]) {
			for (const waiting of requests.splice(0)) {
				const error = errorOf(waiting);
				if (error === null) requests.push(waiting);
				else waiting.reject(error);
			}
		}
	}
}
