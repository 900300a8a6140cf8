import { isRateLimited, retryAfterOf, type ServiceError } from '../service/errors';
import { Cancellation } from '../service/cancellation';
import { endsPoll } from './verify';

/** Longest time of a poll in ms; n8n may give less. */
const MAX_POLL_MS = 45_000;

/** The part of n8n's time that a poll uses, as an answer may come a little late. */
const USED_SHARE = 0.9;

/** Time in ms that a pause and another try may take. */
const RETRY_MS = 5_000;

/** How long a poll may take, and what it begins meanwhile. */
export class PollTime {
	readonly cancellation: Cancellation;

	private readonly budgetMs: number;

	/** @param givenMs by n8n, of which only newer releases tell */
	constructor(givenMs = MAX_POLL_MS) {
		this.budgetMs = Math.min(MAX_POLL_MS, givenMs * USED_SHARE);
		this.cancellation = new Cancellation(undefined, this.budgetMs);
	}

	/** By then enough was listed: the rest is for looking at what was found. */
	get isHalfOver(): boolean {
		return this.cancellation.leftMs < this.budgetMs / 2;
	}

	/** Polls repeat themselves, so one ends rather than wait long for a service that wants to be left alone. */
	mayRepeat(error: ServiceError): boolean {
		if (isRateLimited(error)) return (retryAfterOf(error) ?? 0) <= RETRY_MS && !this.isHalfOver;
		return error.details.transient && !endsPoll(error) && this.cancellation.leftMs > RETRY_MS;
	}
}
