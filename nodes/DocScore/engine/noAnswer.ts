import { NodeOperationError } from 'n8n-workflow';
import { ServiceError } from '../service/errors';
import type { Mask } from '../service/secrets';
import { type Cause, CERTIFICATE, ofNoAnswer } from '../service/verdict';
import { ADDRESS, TRY_LATER } from '../service/words';

/** Who did not answer, what to do where nothing was sent, and what hides secrets in n8n's words. */
interface Silent {
	name: string;
	advice: string;
	mask: Mask;
}

const SERVICE: Silent = { name: 'The service', advice: ADDRESS, mask: (text) => text };

/** What codes of failed connections mean; the code stays, for those who look after the network. */
const REASONS: ReadonlyArray<readonly [code: RegExp, told: string]> = [
	[/^(ENOTFOUND|EAI_AGAIN)$/, 'the name in its address is not known'],
	[/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/, 'nothing is there at its address'],
	[/TIMEDOUT|^ECONNABORTED$|TIMEOUT/, 'it took too long'],
	[/^(ECONNRESET|EPIPE)$|SOCKET/, 'the connection broke off'],
	[CERTIFICATE, 'its certificate is not trusted'],
];

/** Says why no answer came, and whether the service may have seen the request. */
export function noAnswer(error: unknown, silent: Partial<Silent> = {}): Error {
	const { name, advice, mask } = { ...SERVICE, ...silent };
	if (error instanceof NodeOperationError) return error;
	const causes = causesOf(error);
	const code = causes.find((cause) => cause.code !== undefined)?.code;
	const verdict = ofNoAnswer(causes);
	return new ServiceError(`${name} could not be reached or did not answer${reasonOf(code)}`, {
		description: verdict.outcome === 'rejected' ? advice : TRY_LATER,
		said: code === undefined ? `n8n says: ${mask(messageOf(error))}` : undefined,
		...verdict,
	});
}

function reasonOf(code: string | undefined): string {
	if (code === undefined) return '';
	const found = REASONS.find(([codes]) => codes.test(code));
	return found ? `: ${found[1]} (${code})` : ` (${code})`;
}

const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

/** What is known along the chain of causes, since n8n wraps the error that Node gave. */
function causesOf(error: unknown): Cause[] {
	const causes: Cause[] = [];
	for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth++) {
		causes.push({ code: codeOf(cause), syscall: syscallOf(cause) });
		cause = cause.cause;
	}
	return causes;
}

/** n8n 1.x drops the cause of its own error, and keeps the code of it as if it were a status. */
function codeOf(error: Error): string | undefined {
	const code = 'code' in error ? error.code : 'httpCode' in error ? error.httpCode : undefined;
	return typeof code === 'string' ? code : undefined;
}

/** Where a name has several addresses, each of them failed in the same way. */
function syscallOf(error: Error): string | undefined {
	const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
	const isNamed = first instanceof Error && 'syscall' in first && typeof first.syscall === 'string';
	return isNamed ? String(first.syscall) : undefined;
}
