import { ExpressionError, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { adviceOf, RunError, ServiceError, CancelledError } from '../service/errors';
import { forReaders, sentences, TRY_LATER, withRequestId } from '../service/messages';
import { InputError } from './input/inputError';

/** The error as n8n shows it, built from texts only, because a raw HTTP error contains the key. */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	if (error instanceof ExpressionError) return ofExpression(node, error, itemIndex);
	const message = forReaders(error instanceof Error ? error.message : String(error));
	const description = forReaders(describe(error) ?? '') || undefined;
	const shown = createNodeError(node, error, message, itemIndex);
	// Set afterwards, because n8n replaces a text that contains a network error code with its own.
	return Object.assign(shown, { message, description });
}

/**
 * With everything that the editor shows for an expression, such as which one it is and how to fix
 * it.
 */
function ofExpression(node: INode, error: ExpressionError, itemIndex?: number): NodeOperationError {
	const { message, description, functionality } = error;
	const shown = new NodeOperationError(node, error, { itemIndex, functionality });
	return Object.assign(shown, { message, description });
}

function createNodeError(node: INode, error: unknown, message: string, itemIndex?: number) {
	const cause = causeOf(error);
	if (cause === undefined) return new NodeOperationError(node, message, { itemIndex });
	const { status } = cause.details;
	const httpCode = status === undefined ? undefined : String(status);
	return new NodeApiError(node, { message }, { message, httpCode, itemIndex });
}

/**
 * Why a poll failed, in the terms of n8n, whose durable pollers choose by it when they poll again.
 * Older releases have no type for it, and ignore it.
 */
export type Failure =
	| { cause: 'rate-limited' | 'temporarily-unavailable'; retryAfterMs?: number | undefined }
	| { cause: 'credential-invalid' | 'configuration-invalid' };

export type PollError = (NodeApiError | NodeOperationError) & { failure?: Failure | undefined };

/**
 * The error of a failed poll or activation. There n8n shows no description, so the message contains
 * everything.
 */
export function toPollError(node: INode, error: unknown): PollError {
	const shown = Object.assign(toNodeError(node, error), { failure: failureOf(error) });
	if (!isOwn(error)) return shown;
	const told = [shown.message, shown.description || TRY_LATER].join('\n');
	return Object.assign(shown, {
		// Stryker disable next-line OptionalChaining: there is always something to tell
		message: sentences(told)?.replaceAll('\n', ' '),
		description: undefined,
	});
}

/** Undefined if it is not known whether waiting helps: then n8n decides by the HTTP code. */
function failureOf(error: unknown): Failure | undefined {
	if (error instanceof InputError || error instanceof ExpressionError)
		return { cause: 'configuration-invalid' };
	if (!(error instanceof ServiceError)) return undefined;
	const { status, transient, retryAfterMs, isWrongPath } = error.details;
	if (isWrongPath) return { cause: 'configuration-invalid' };
	if (status === 429) return { cause: 'rate-limited', retryAfterMs };
	if (transient) return { cause: 'temporarily-unavailable', retryAfterMs };
	return status === 401 || status === 403 ? { cause: 'credential-invalid' } : undefined;
}

const isOwn = (error: unknown): boolean =>
	error instanceof ServiceError || error instanceof InputError || error instanceof CancelledError;

function describe(error: unknown): string | undefined {
	if (error instanceof InputError) return error.description;
	const requestId = causeOf(error)?.details.requestId;
	if (error instanceof ServiceError) return withRequestId(adviceOf(error.details), requestId);
	if (!(error instanceof RunError)) return undefined;
	return withRequestId(sentences(error.details.description), requestId);
}

function causeOf(error: unknown): ServiceError | undefined {
	const cause = error instanceof RunError ? error.details.cause : error;
	return cause instanceof ServiceError ? cause : undefined;
}
