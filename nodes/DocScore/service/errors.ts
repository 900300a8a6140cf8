import { sentences } from './messages';

/**
 * What is known about a failed request. `rejected`: the service did not act on it. `unknown`: it
 * may have acted on it.
 */
export type Outcome = 'rejected' | 'unknown';

/** A request without a response, or with another response than expected. */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';

	constructor(
		message: string,
		readonly details: {
			/** What to do about it. */
			description?: string;
			/** The service's words, if they are not in the message. */
			said?: string;
			/** The message without the name of its object. */
			bare?: string;
			/** HTTP status; undefined without a response. */
			status?: number;
			/**
			 * Whether the response has an error body of the service, so that it is not from a gateway.
			 */
			isOwnBody?: boolean;
			/** Whether the response is about the path, not about the requested object. */
			isWrongPath?: boolean;
			/** The ID by which the provider finds the request. */
			requestId?: string;
			outcome: Outcome;
			/** Whether the same request may succeed later. */
			transient: boolean;
			/** The pause that the service asked for, in ms. */
			retryAfterMs?: number;
			/** Bytes received of an interrupted download; undefined if there were none. */
			brokenOffBytes?: number;
		},
	) {
		super(message);
	}
}

/** The advice, followed by the service's words. */
export const adviceOf = ({ description, said }: ServiceError['details']): string | undefined =>
	sentences(description, said);

/** The message for texts that already name its object. */
export const bareOf = ({ message, details }: ServiceError): string => details.bare ?? message;

/** The message, preceded by the object's kind and ID unless it contains the ID. */
export function naming(kind: string, id: string, message: string): string {
	const isNamed = message.toLowerCase().includes(id.toLowerCase());
	return isNamed ? message : `${kind} ${id}: ${message}`;
}

/** The pause that the service asked for, in ms. */
export const retryAfterOf = (error: unknown): number | undefined =>
	error instanceof ServiceError ? error.details.retryAfterMs : undefined;

/** Whether the same request may succeed later. */
export const isTransient = (error: unknown): boolean =>
	error instanceof ServiceError && error.details.transient;

const UNAUTHORIZED = 401;
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/** Whether the service asks for fewer requests. This says nothing about the request itself. */
export function isRateLimited(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return false;
	const { status, retryAfterMs } = error.details;
	return isTooMany(error) || (status === UNAVAILABLE && retryAfterMs !== undefined);
}

/** Whether there were too many requests, rather than an outage. */
export const isTooMany = (error: unknown): boolean =>
	error instanceof ServiceError && error.details.status === TOO_MANY_REQUESTS;

/** Whether the service rejected the key. */
export const isUnauthorized = (error: unknown): boolean =>
	error instanceof ServiceError && error.details.status === UNAUTHORIZED;

/** The execution was cancelled, its time is over, or another item failed. */
export class CancelledError extends Error {
	override readonly name = 'CancelledError';
}

/**
 * An error about one run. The error item contains the ID of an accepted run, whatever failed
 * afterwards.
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

/** What a write sends, in words. */
export type Write = 'submission' | 'recording';

/** A write with an unknown outcome: never repeated, and always reported in these words. */
export class UnknownOutcomeError extends RunError {
	constructor(
		readonly of: Write,
		cause: ServiceError,
		advice: string,
	) {
		const message = `It is unknown whether the service accepted this ${of}. ${cause.message}`;
		super(message, undefined, { description: sentences(advice, cause.details.said), cause });
	}
}
