import { sentences } from './messages';

/**
 * What is known of a request that went wrong:
 * - `rejected`: the service did not act on it
 * - `unknown`: it may have acted on it
 */
export type Outcome = 'rejected' | 'unknown';

/** A request that the service did not answer, or answered with anything but what was asked for. */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';

	constructor(
		message: string,
		readonly details: {
			/** What to do about it. */
			description?: string;
			/** What the service says of it, beside the message. */
			said?: string;
			/** The message without the name of what it is about. */
			bare?: string;
			/** HTTP status; undefined where no answer came. */
			status?: number;
			/** Whether the answer has an error body of the service, so that no gateway gave it. */
			isOwnBody?: boolean;
			/** Whether the answer is about the path, and not about what was asked for there. */
			isWrongPath?: boolean;
			/** By which the provider finds the request. */
			requestId?: string;
			outcome: Outcome;
			/** Whether the same request may succeed a little later. */
			transient: boolean;
			/** How long the service asked to wait, in ms. */
			retryAfterMs?: number;
			/** Bytes of the file whose download broke off; undefined where nothing of it came. */
			brokenOffBytes?: number;
		},
	) {
		super(message);
	}
}

/** What to do about it, and what the service says. */
export const adviceOf = ({ description, said }: ServiceError['details']): string | undefined =>
	sentences(description, said);

/** The message where its text names already what it is about. */
export const bareOf = ({ message, details }: ServiceError): string => details.bare ?? message;

/** The message, with what it is about named in front unless its id is in it already. */
export function naming(kind: string, id: string, message: string): string {
	const isNamed = message.toLowerCase().includes(id.toLowerCase());
	return isNamed ? message : `${kind} ${id}: ${message}`;
}

/** For how long, in ms, the service asked to be left alone. */
export const retryAfterOf = (error: unknown): number | undefined =>
	error instanceof ServiceError ? error.details.retryAfterMs : undefined;

/** Whether the same request may succeed a little later. */
export const isTransient = (error: unknown): boolean =>
	error instanceof ServiceError && error.details.transient;

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/** Whether the service asks for fewer requests, which says nothing about the one that it answered so. */
export function isRateLimited(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return false;
	const { status, retryAfterMs } = error.details;
	return isTooMany(error) || (status === UNAVAILABLE && retryAfterMs !== undefined);
}

/** Whether more was asked for than the service takes, and not that it is out of order. */
export const isTooMany = (error: unknown): boolean =>
	error instanceof ServiceError && error.details.status === TOO_MANY_REQUESTS;

/** Work was given up because the execution was cancelled or another item failed. */
export class StoppedError extends Error {
	override readonly name = 'StoppedError';
}

/**
 * An error that belongs to one run. The id of an accepted run reaches the user in the error item,
 * whatever went wrong afterwards.
 */
export class RunError extends Error {
	override readonly name = 'RunError';

	constructor(
		message: string,
		readonly runId: string | undefined,
		readonly details: {
			description?: string;
			cause?: unknown;
			runName?: string | null;
			/** Why the service could not process the run. */
			failureReason?: string | null;
		},
	) {
		super(message);
	}
}

/** The service could not process the run, so its document may be submitted again. */
export class RunFailedError extends RunError {}

/** A write that may or may not have been carried out: never repeated, always told in these words. */
export class UnknownOutcomeError extends RunError {
	constructor(of: string, cause: ServiceError, advice: string) {
		const message = `It is unknown whether the service accepted this ${of}. ${cause.message}`;
		super(message, undefined, { description: sentences(advice, cause.details.said), cause });
	}
}
