import type { Outcome } from './errors';

/** What an answer, or a missing one, means for the request (docs/service.md, Errors). */
export interface Verdict {
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
const PASSING = [408, 425, 429];

/** Failures to connect, by their codes alone: more is not known on n8n 1.x. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** Codes of broken or refused certificates: nothing was sent, and trying again will not help. */
export const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/;

/** Any status but success. Of what passes, only "too many requests" proves that nothing was done. */
export function ofStatus(status: number): Verdict {
	const transient = status >= 500 || PASSING.includes(status);
	const refused = status >= 300 && (!transient || status === 429);
	return { outcome: refused ? 'rejected' : 'unknown', transient };
}

/** A success that is not what was asked for: one that is no JSON at all was spoilt on its way. */
export function ofSuccess(isJson: boolean): Verdict {
	return { outcome: 'unknown', transient: !isJson };
}

/** No answer: only where no connection was made is it sure that nothing was sent. */
export function ofNoAnswer(causes: Cause[]): Verdict {
	const untrusted = causes.some(({ code = '' }) => CERTIFICATE.test(code));
	const notConnected = causes.some(
		({ code = '', syscall }) => syscall === 'connect' || NOT_CONNECTED.includes(code),
	);
	return { outcome: untrusted || notConnected ? 'rejected' : 'unknown', transient: !untrusted };
}
