import { NodeOperationError } from 'n8n-workflow';
import { ServiceError } from '../../service/errors';
import { isObject } from '../../service/json';
import type { Mask } from '../../service/secrets';
import { BLOCKED, type Cause, CERTIFICATE, classifyNoAnswer } from '../../service/classifyResponse';
import { ADDRESS, saidByN8n, TRY_LATER } from '../../service/messages';

/**
 * What happened at which host, the advice if nothing was sent, and the mask for secrets in n8n's
 * words.
 */
interface Endpoint {
	what: string;
	advice: string;
	mask: Mask;
}

const SERVICE: Endpoint = {
	what: 'The service did not respond',
	advice: ADDRESS,
	mask: (text) => text,
};

const ALLOW =
	'Ask your n8n administrator to add it to N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES';

const TRUST =
	'If your organization issued the certificate, ask your n8n administrator to add its authority to NODE_EXTRA_CA_CERTS. Otherwise contact the provider';

/**
 * The meaning of connection error codes, and the advice if nothing is wrong with the address. The
 * code is shown as well, for network administrators.
 */
const REASONS: ReadonlyArray<readonly [code: RegExp, told: string, advice?: string]> = [
	[/^(ENOTFOUND|EAI_AGAIN)$/, 'host name not found'],
	[/^ECONNREFUSED$/, 'connection refused'],
	[/^(EHOSTUNREACH|ENETUNREACH)$/, 'network not reachable'],
	[/TIMEDOUT|^ECONNABORTED$|TIMEOUT/, 'timeout'],
	[/^(ECONNRESET|EPIPE)$|SOCKET/, 'connection lost'],
	[/^EPROTO$/, 'no encrypted connection'],
	[/REDIRECTS/, 'too many redirects', TRY_LATER],
	[/SELF_SIGNED|UNABLE_TO_/, 'certificate not trusted', TRUST],
	[CERTIFICATE, 'certificate not trusted'],
	[BLOCKED, 'n8n blocks this address', ALLOW],
];

/**
 * The error for a missing response: why it is missing, and whether the service may have received
 * the request.
 */
export function noAnswer(
	error: unknown,
	endpoint: Partial<Endpoint>,
	details: Pick<ServiceError['details'], 'brokenOffBytes'> = {},
): Error {
	const { what, advice, mask } = { ...SERVICE, ...endpoint };
	if (error instanceof NodeOperationError || error instanceof ServiceError) return error;
	const causes = causesOf(error);
	const code = causes.find((cause) => cause.code !== undefined)?.code;
	const classification = classifyNoAnswer(causes);
	const status = statusOf(error);
	if (status !== undefined) return unreadable(status, mask(messageOf(error)));
	// Stryker disable next-line StringLiteral,ArrayDeclaration: no reason is known for either text
	const [, told, toSend = advice] = REASONS.find(([codes]) => codes.test(code ?? '')) ?? [];
	// Of a download that broke off, it was said before.
	const reason = reasonOf(code, details.brokenOffBytes === undefined ? told : undefined);
	return new ServiceError(what + reason, {
		description: classification.outcome === 'rejected' ? toSend : TRY_LATER,
		said: code === undefined ? saidByN8n(mask(messageOf(error))) : undefined,
		...classification,
		...details,
	});
}

/** A response came, but n8n could not read it, such as one whose connection was lost. */
const unreadable = (status: number, said: string): ServiceError =>
	new ServiceError(`The response could not be read (status ${status})`, {
		description: TRY_LATER,
		said: saidByN8n(said),
		status,
		outcome: 'unknown',
		transient: true,
	});

/** The status of a response, which n8n states as a code; undefined without a response. */
function statusOf(error: unknown): number | undefined {
	return isObject(error) ? Number(error.httpCode) || undefined : undefined;
}

function reasonOf(code: string | undefined, told: string | undefined): string {
	if (code === undefined) return '';
	return told === undefined ? ` (${code})` : `: ${told} (${code})`;
}

const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

/** The chain of causes, because n8n wraps Node's error. */
function causesOf(error: unknown): Cause[] {
	// Stryker disable next-line ArrayDeclaration: a text has neither a code nor a system call
	const causes: Cause[] = [];
	// Stryker disable next-line EqualityOperator: n8n's chains are shorter
	for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth++) {
		causes.push({ code: codeOf(cause), syscall: syscallOf(cause) });
		cause = cause.cause;
	}
	return causes;
}

/**
 * The error code. For a blocked address n8n provides only the error's name; n8n 1.x stores the code
 * of a cause as if it were a status.
 */
function codeOf(error: Error): string | undefined {
	if (BLOCKED.test(error.name)) return error.name;
	const code = 'code' in error ? error.code : 'httpCode' in error ? error.httpCode : undefined;
	return typeof code === 'string' ? code : undefined;
}

/** If a host name has several addresses, all of them failed in the same way. */
function syscallOf(error: Error): unknown {
	const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
	return isObject(first) ? first.syscall : undefined;
}
