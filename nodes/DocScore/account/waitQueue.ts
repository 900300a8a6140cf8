import type { Permit } from '../service/permit';
import type { RateLimitClient } from './rateLimitClient';

export interface QueuedRequest {
	client: RateLimitClient;
	grant(permit: Permit): void;
	reject(error: Error): void;
}

/** Every nth permit goes to low-priority requests. */
const LOW_PRIORITY_EVERY = 10;

/**
 * Waiting requests of two priorities. In each, the client with the fewest unanswered requests goes
 * first, so that requests that hang delay only their own client. Among equals retries go first,
 * then the oldest request.
 */
export class WaitQueue {
	private readonly high: QueuedRequest[] = [];

	private readonly low: QueuedRequest[] = [];

	private served = 0;

	get length(): number {
		return this.high.length + this.low.length;
	}

	enqueue(waiting: QueuedRequest, isRetry: boolean): void {
		const requests = waiting.client.isLowPriority ? this.low : this.high;
		if (isRetry) requests.unshift(waiting);
		else requests.push(waiting);
	}

	dequeue(): QueuedRequest | undefined {
		const isForLow = ++this.served % LOW_PRIORITY_EVERY === 0;
		const [requests, others] = isForLow ? [this.low, this.high] : [this.high, this.low];
		return takeNext(requests) ?? takeNext(others);
	}

	/** Rejects the requests of the clients for which `errorOf` returns an error. */
	reject(errorOf: (client: RateLimitClient) => Error | null): void {
		for (const requests of [this.high, this.low]) {
			for (const waiting of requests.splice(0)) {
				const error = errorOf(waiting.client);
				if (error === null) requests.push(waiting);
				else waiting.reject(error);
			}
		}
	}
}

/** Removes the oldest request of the client with the fewest unanswered requests. */
function takeNext(requests: QueuedRequest[]): QueuedRequest | undefined {
	let [next, fewest] = [0, Number.POSITIVE_INFINITY];
	for (const [index, { client }] of requests.entries())
		if (client.unanswered < fewest) [next, fewest] = [index, client.unanswered];
	return requests.splice(next, 1)[0];
}
