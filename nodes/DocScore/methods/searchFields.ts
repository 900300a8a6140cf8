import {
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	NodeOperationError,
} from 'n8n-workflow';
import { uuidsIn } from '../engine/input/checks';
import { isObject } from '../service/json';
import type { DocScoreClient } from '../service/client';
import { lookUp } from './lookUp';

/** The editor shows it in place of the list, where an empty one would leave people at a loss. */
const UNKNOWN =
	'Select a template or a run in this node to see its fields. Or switch From List to By Name and enter the field name.';

/**
 * The fields that a rule can be made for: those of the template, or else of the run, that is chosen.
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
	// n8n takes an empty choice for none.
	const named = names.filter((name) => name !== '');
	const wanted = named.filter((name) => name.toLowerCase().includes(filter.toLowerCase()));
	return { results: wanted.map((name) => ({ name, value: name })) };
}

async function namesOf(client: DocScoreClient, templateId?: string, runId = ''): Promise<string[]> {
	if (templateId !== undefined)
		return Object.keys((await client.template(templateId)).instructions);
	return (await client.details(runId)).fields.map(({ name }) => name);
}

/** The first ID in these parameters of the node; undefined where none is known before the node runs. */
function chosen(context: ILoadOptionsFunctions, ...names: string[]): string | undefined {
	for (const name of names) {
		const value: unknown = context.getCurrentNodeParameter(name);
		const [id, ...others] = uuidsIn(String(isObject(value) ? value.value : value));
		if (others.length === 0 && id !== undefined) return id;
	}
	return undefined;
}
