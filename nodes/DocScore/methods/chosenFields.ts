import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { uuidsIn } from '../engine/input/validation';
import type { DocScoreClient } from '../service/client';
import { isObject } from '../service/json';
import { lookUp } from './lookUp';

/**
 * Names of the fields of the template, or else of the run, that is chosen in the node; undefined where
 * neither is known before the node runs.
 * @throws NodeOperationError, NodeApiError
 */
export async function chosenFields(context: ILoadOptionsFunctions): Promise<string[] | undefined> {
	const templateId = chosen(context, 'extraction_template_id', 'filters.extraction_template_id');
	const runId = chosen(context, 'runId');
	if (templateId === undefined && runId === undefined) return undefined;
	const names = await lookUp(context, async (client) => await namesOf(client, templateId, runId));
	// n8n takes an empty choice for none.
	return names.filter((name) => name !== '');
}

async function namesOf(client: DocScoreClient, templateId?: string, runId = ''): Promise<string[]> {
	if (templateId !== undefined)
		return Object.keys((await client.template(templateId)).instructions);
	return (await client.details(runId)).fields.map(({ name }) => name);
}

/** The first ID in these parameters of the node. */
function chosen(context: ILoadOptionsFunctions, ...names: string[]): string | undefined {
	for (const name of names) {
		const value: unknown = context.getCurrentNodeParameter(name);
		const [id, ...others] = uuidsIn(String(isObject(value) ? value.value : value));
		if (others.length === 0 && id !== undefined) return id;
	}
	return undefined;
}
