import { type INode, type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { RunError, ServiceError } from '../service/errors';
import { InputError } from './input';

/** The error as n8n shows it. Built from texts alone, since a raw HTTP error carries the key. */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	const cause = error instanceof RunError ? (error.details.cause ?? error) : error;
	const message = error instanceof Error ? error.message : String(error);
	const description = describe(error);
	if (cause instanceof ServiceError) {
		const { status } = cause.details;
		const response: JsonObject = { message, ...(description ? { description } : {}) };
		const httpCode = status === undefined ? undefined : String(status);
		return new NodeApiError(node, response, { message, description, httpCode, itemIndex });
	}
	return new NodeOperationError(node, message, { description, itemIndex });
}

function describe(error: unknown): string | undefined {
	if (error instanceof InputError) return error.description;
	if (error instanceof ServiceError || error instanceof RunError) return error.details.description;
	return undefined;
}
