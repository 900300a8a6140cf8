import type { Outcome } from './errors';
import { ADDRESS, COPY_KEY, TRY_LATER } from './messages';

/** What an answer, or a missing one, means for the request (docs/service.md, Errors). */
export interface Classification {
	outcome: Outcome;
	/** Whether the same request may succeed a little later. */
	transient: boolean;
}

/** What Node tells of a request without an answer, or of what caused that. */
export interface Cause {
	code?: string;
	syscall?: string;
}

/** Errors of the client that pass. */
const TRANSIENT_STATUSES = [408, 425, 429];

/** Failures to connect, by their codes alone: more is not known on n8n 1.x. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** Codes of broken or refused certificates: nothing was sent, and trying again will not help. */
export const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/;

/** Names of the errors by which n8n blocks a request to an address that it does not allow. */
export const BLOCKED = /^SsrfBlocked/;

/** Any status but success. Of what passes, only "too many requests" proves that nothing was done. */
export function classifyStatus(status: number): Classification {
	const transient = status >= 500 || TRANSIENT_STATUSES.includes(status);
	const rejected = status >= 300 && (!transient || status === 429);
	return { outcome: rejected ? 'rejected' : 'unknown', transient };
}

/** A success that is not what was asked for: one that is no JSON at all was spoilt on its way. */
export function classifyUnreadableSuccess(isJson: boolean): Classification {
	return { outcome: 'unknown', transient: !isJson };
}

/** No answer: only where no connection was made is it sure that nothing was sent. */
export function classifyNoAnswer(causes: Cause[]): Classification {
	const isFinal = causes.some(({ code = '' }) => CERTIFICATE.test(code) || BLOCKED.test(code));
	const notConnected = causes.some(
		({ code = '', syscall }) => syscall === 'connect' || NOT_CONNECTED.includes(code),
	);
	return { outcome: isFinal || notConnected ? 'rejected' : 'unknown', transient: !isFinal };
}

/** An answer whose status is not success, as far as it tells what is wrong. */
interface Failure {
	status: number;
	text: string;
	/** Where a redirect leads. */
	location: string | null;
	/** Whether the body is an error of the service's own: it came from there, so the Base URL is right. */
	isOwnBody: boolean;
}

/** What is told of an answer whose status is not success, and what to do about it. */
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
	if (status >= 300 && status < 400) {
		const there = location ? baseOf(location) : 'the address that it redirects to';
		const advice = `Enter ${there} as the Base URL in the credential`;
		return { what: 'The Base URL in the credential redirects to another address', advice };
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

/** As search engines behind a service refuse a page too far down. */
const WINDOW_LIMIT = /result window|max_result_window/i;

const NARROW =
	'Set shorter periods with Created After and Created Before, and read one after another';

const LOOK_FIRST =
	'Look for the document or recording in the dashboard before you send it again. If it is not there, contact the provider';

const SMALLER = 'Make the file, the metadata or the list of URLs smaller';

const CHECK_PARAMETERS = 'Check the parameters, or contact the provider';

interface Problem {
	what: string;
	advice?: string;
	/** Whether there is nothing at the path that was asked for. */
	isWrongPath?: boolean;
}

/** Without what an operation adds, and without its query, as addresses can carry secrets there. */
const baseOf = (url: string): string =>
	url.replace(/[?#].*$/s, '').replace(/\/(workflows|scoring)\/.*$/s, '');

/**
 * Whether there is nothing at the path that was asked for. A service that looks for a run or template
 * in vain says so in an error body of its own, which names what it looked for, or at least no path.
 */
function isAboutPath({ status, text, isOwnBody }: Failure): boolean {
	if (status === 405) return true;
	if (status !== 404) return false;
	if (!isOwnBody) return true;
	const words = text.replace(/[^\s"]*\/[^\s"]*/g, '');
	return (
		/(workflows|scoring)\/\w|\b(POST|route|endpoint)\b/i.test(text) && !NAMES_THING.test(words)
	);
}

const NAMES_THING = /\b(template|run|document|file|recording)s?\b/i;
