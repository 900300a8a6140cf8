import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { toNodeError } from '../engine/errors';
import { withConnection } from '../engine/http/connection';
import type { DocScoreClient } from '../service/client';
import { toResult } from '../service/result';
import { Cancellation } from '../service/cancellation';

/** How long, in ms, a person waits for a list at most. */
const LIMIT_MS = 15_000;

/** Requests the entries of a list in the editor. @throws NodeApiError, NodeOperationError */
export async function lookUp<T>(
	context: ILoadOptionsFunctions,
	ask: (client: DocScoreClient) => Promise<T>,
): Promise<T> {
	const caller = { cancellation: new Cancellation(undefined, LIMIT_MS), limit: 1 };
	const found = await toResult(
		withConnection(context, caller, async ({ client }) => await ask(client)),
	);
	if (!found.ok) throw toNodeError(context.getNode(), found.error);
	return found.value;
}
