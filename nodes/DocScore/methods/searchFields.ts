import {
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	NodeOperationError,
} from 'n8n-workflow';
import { uuidsIn } from '../engine/input/checks';
import { isObject } from '../service/json';
import type { DocScoreClient } from '../service/client';
import { lookUp } from './lookUp';

/** Shown instead of the list, because an empty list would not say what to do. */
const UNKNOWN =
	'Select a template or a run in this node to see its fields. Or switch From List to By Name and enter the field name.';

/**
 * The fields of the chosen template or, without one, of the chosen run.
 * @throws NodeOperationError, NodeApiError
 */
export async function searchFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const templateId = chosen(this, 'extraction_template_id', 'filters.extraction_template_id');
	const runId = chosen(this, 'runId');
	if (templateId === undefined && runId === undefined) {
		throw new NodeOperationError(this.getNode(), UNKNOWN);
	}
	const names = await lookUp(this, async (client) => await namesOf(client, templateId, runId));
	// n8n treats an empty value as no choice.
	const named = names.filter((name) => name !== '');
	const wanted = named.filter((name) => name.toLowerCase().includes(filter.toLowerCase()));
	return { results: wanted.map((name) => ({ name, value: name })) };
}

async function namesOf(client: DocScoreClient, templateId?: string, runId = ''): Promise<string[]> {
	if (templateId !== undefined)
		return Object.keys((await client.template(templateId)).instructions);
	return (await client.details(runId)).fields.map(({ name }) => name);
}

/**
 * The first ID in these parameters of the node; undefined if it is not known before the node runs.
 */
function chosen(context: ILoadOptionsFunctions, ...names: string[]): string | undefined {
	for (const name of names) {
		const value: unknown = context.getCurrentNodeParameter(name);
		const [id, ...others] = uuidsIn(String(isObject(value) ? value.value : value));
		if (others.length === 0 && id !== undefined) return id;
	}
	return undefined;
}
