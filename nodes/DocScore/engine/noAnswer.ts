import { NodeOperationError } from 'n8n-workflow';
import { ServiceError } from '../service/errors';

const SERVICE = { name: 'The service', advice: 'Check the Base URL in the credential' };

/** Failures to connect: the service never saw the request. */
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Codes of broken or refused certificates: nothing was sent, and trying again will not help. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/;

/** Says why no answer came, and whether the service may have seen the request. */
export function noAnswer(error: unknown, { name, advice } = SERVICE): Error {
	if (error instanceof NodeOperationError) return error;
	const codes = errorCodes(error);
	const [code] = codes;
	const reason = code ?? (error instanceof Error ? error.message : String(error));
	const untrusted = codes.some((each) => CERTIFICATE.test(each));
	const notSent = untrusted || codes.some((each) => NOT_SENT.includes(each));
	return new ServiceError(`${name} could not be reached or did not answer (${reason})`, {
		description: notSent ? advice : undefined,
		outcome: notSent ? 'rejected' : 'unknown',
		transient: !untrusted,
	});
}

/** The codes along the chain of causes, since n8n wraps the error that Node gave. */
function errorCodes(error: unknown): string[] {
	const codes: string[] = [];
	for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth++) {
		const code = codeOf(cause);
		if (typeof code === 'string') codes.push(code);
		cause = cause.cause;
	}
	return codes;
}

/** n8n 1.x drops the cause of its own error, and keeps the code of it as if it were a status. */
function codeOf(error: Error): unknown {
	if ('code' in error) return error.code;
	return 'httpCode' in error ? error.httpCode : undefined;
}
