import { isRateLimited, retryAfterOf, type ServiceError } from '../service/errors';
import { Cancellation } from '../service/cancellation';
import { endsPoll } from './verify';

/** The longest time of a poll in ms; n8n may allow less. */
const MAX_POLL_MS = 45_000;

/** The share of n8n's time limit that a poll uses, because a response may come a little late. */
const USED_SHARE = 0.9;

/** The time in ms that a pause and another try may take. */
const RETRY_MS = 5_000;

/** The time limit of a poll, and which requests it repeats within that time. */
export class PollTime {
	readonly cancellation: Cancellation;

	private readonly budgetMs: number;

	/** @param givenMs n8n's time limit, which only newer releases provide */
	constructor(givenMs = MAX_POLL_MS) {
		this.budgetMs = Math.min(MAX_POLL_MS, givenMs * USED_SHARE);
		this.cancellation = new Cancellation(undefined, this.budgetMs);
	}

	/** Whether the time for lists is over; the rest is for details. */
	get isHalfOver(): boolean {
		return this.cancellation.leftMs < this.budgetMs / 2;
	}

	/**
	 * Whether a request may be repeated. A poll ends rather than wait long, because the next poll
	 * follows anyway.
	 */
	mayRepeat(error: ServiceError): boolean {
		if (isRateLimited(error)) return (retryAfterOf(error) ?? 0) <= RETRY_MS && !this.isHalfOver;
		return error.details.transient && !endsPoll(error) && this.cancellation.leftMs > RETRY_MS;
	}
}
