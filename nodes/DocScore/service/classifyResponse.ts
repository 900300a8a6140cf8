import type { Outcome } from './errors';
import { ADDRESS, COPY_KEY, shortened, TRY_LATER } from './messages';

/** What a response, or a missing one, means for the request (docs/service.md, Errors). */
export interface Classification {
	outcome: Outcome;
	/** Whether the same request may succeed later. */
	transient: boolean;
}

/** What Node.js says about a request without a response, or about its cause. */
export interface Cause {
	code?: string;
	syscall?: unknown;
}

/** Temporary client errors. */
const TRANSIENT_STATUSES = [408, 425, 429];

/** Error codes of failed connections, also of TLS: n8n 1.x provides only the code. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO'];

/** Error codes of rejected certificates: nothing was sent, and a retry does not help. */
export const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/;

/** Names of n8n's errors for a blocked address. */
export const BLOCKED = /^SsrfBlocked/;

/** The last is the code of redirects in a circle, of which each try takes 22 requests. */
const FINAL = [CERTIFICATE, BLOCKED, /TOO_MANY_REDIRECTS/];

/**
 * Classifies any status except success. Of the temporary ones, only 429 proves that nothing was
 * done.
 */
export function classifyStatus(status: number): Classification {
	const transient = status >= 500 || TRANSIENT_STATUSES.includes(status);
	const rejected = status >= 300 && (!transient || status === 429);
	return { outcome: rejected ? 'rejected' : 'unknown', transient };
}

/** Classifies a success with an unexpected body. One without JSON was damaged on its way. */
export function classifyUnreadableSuccess(isJson: boolean): Classification {
	return { outcome: 'unknown', transient: !isJson };
}

/**
 * Classifies a missing response. Only without a connection it is certain that nothing was sent.
 */
export function classifyNoAnswer(causes: Cause[]): Classification {
	// Stryker disable next-line StringLiteral: no code looks like the other text
	const isFinal = causes.some(({ code = '' }) => FINAL.some((codes) => codes.test(code)));
	const notConnected = causes.some(
		({ code, syscall }) => syscall === 'connect' || NOT_CONNECTED.some((each) => each === code),
	);
	return { outcome: isFinal || notConnected ? 'rejected' : 'unknown', transient: !isFinal };
}

/** A response whose status is not success. */
interface Failure {
	status: number;
	text: string;
	/** The target of a redirect. */
	location: string | null;
	/** Whether the body is an error body of the service, so that the Base URL is right. */
	isOwnBody: boolean;
}

/** The message and the advice for a response whose status is not success. */
export function problemOf(failure: Failure): Problem {
	const { status, text, location, isOwnBody: isOwn } = failure;
	if (isAboutPath(failure)) return WRONG_PATH;
	if (status === 401) {
		const advice = isOwn ? COPY_KEY : `${COPY_KEY}. ${ADDRESS}`;
		return { what: 'The service rejected the API Key', advice };
	}
	if (status === 403) {
		const advice = 'Use an API Key that has this permission, or contact the provider';
		const what = 'This API Key does not have permission';
		return { what, advice: isOwn ? advice : `${advice}. ${ADDRESS}` };
	}
	if (status < 400) {
		const what = 'The Base URL in the credential redirects to another address';
		return { what, advice: ADDRESS, told: targetOf(location) };
	}
	if (status === 404) return { what: 'The service did not find it', advice: ADDRESS };
	if (status === 409) return { what: 'The service reports a conflict', advice: LOOK_FIRST };
	if (status === 413) return { what: 'The request is too large for the service', advice: SMALLER };
	if (WINDOW_LIMIT.test(text)) {
		return { what: 'The service cannot list that many runs', advice: NARROW };
	}
	if (status === 429) return { what: 'Rate limit reached', advice: TRY_LATER };
	if (classifyStatus(status).transient)
		return { what: 'The service has a temporary problem', advice: TRY_LATER };
	return { what: 'The service rejected the request', advice: CHECK_PARAMETERS };
}

const WRONG_PATH: Problem = {
	what: 'The Base URL in the credential is wrong',
	advice: ADDRESS,
	isWrongPath: true,
};

/** The words of a search engine that rejects a page too far down. */
const WINDOW_LIMIT = /result window|max_result_window/i;

const NARROW = 'Use Created After and Created Before to read shorter periods, one after another';

const LOOK_FIRST =
	'Look for the document or recording in the dashboard before you send it again. If it is not there, contact the provider';

const SMALLER = 'Make the file, the metadata or the list of URLs smaller';

const CHECK_PARAMETERS = 'Check the parameters, or contact the provider';

interface Problem {
	what: string;
	advice?: string;
	/** Whether nothing exists at the requested path. */
	isWrongPath?: boolean;
	/** What the server said, which is no advice: anyone may have written it. */
	told?: string;
}

/** Only the origin, because the rest can be anything, also a secret. */
function targetOf(location: string | null): string | undefined {
	// Stryker disable next-line ConditionalExpression: null is no URL
	if (location === null || !URL.canParse(location)) return undefined;
	const { origin } = new URL(location);
	return origin === 'null'
		? undefined
		: `The server redirects to: ${shortened(origin, MAX_ORIGIN)}`;
}

const MAX_ORIGIN = 100;

/**
 * Whether the response means that nothing exists at the path. A service that did not find a run or
 * template says so in its own error body, which names what it looked for, or at least no path.
 */
function isAboutPath({ status, text, isOwnBody }: Failure): boolean {
	if (status === 405) return true;
	if (status !== 404) return false;
	if (!isOwnBody) return true;
	if (!/(workflows|scoring)\/\w|\b(POST|route|endpoint)\b/i.test(text)) return false;
	const words = text.split(/[\s"]/).filter((word) => !word.includes('/'));
	return !NAMES_THING.test(words.join(' '));
}

const NAMES_THING = /\b(template|run|document|file|recording)s?\b/i;
