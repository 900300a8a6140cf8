import { NodeOperationError } from 'n8n-workflow';
import { ServiceError } from '../service/errors';
import { type Cause, ofNoAnswer } from '../service/verdict';

const SERVICE = { name: 'The service', advice: 'Check the Base URL in the credential' };

/** Says why no answer came, and whether the service may have seen the request. */
export function noAnswer(error: unknown, { name, advice } = SERVICE): Error {
	if (error instanceof NodeOperationError) return error;
	const causes = causesOf(error);
	const code = causes.find((cause) => cause.code !== undefined)?.code;
	const reason = code ?? (error instanceof Error ? error.message : String(error));
	const verdict = ofNoAnswer(causes);
	return new ServiceError(`${name} could not be reached or did not answer (${reason})`, {
		description: verdict.outcome === 'rejected' ? advice : undefined,
		...verdict,
	});
}

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
