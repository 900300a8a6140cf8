import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { chosenFields } from './chosenFields';

/**
 * The fields to choose from. None where no template or run is chosen: n8n asks as soon as the node is
 * opened, and an error would mark a new node as wrong.
 * @throws NodeOperationError, NodeApiError
 */
async function getFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const names = (await chosenFields(this)) ?? [];
	return names.map((name) => ({ name, value: name }));
}

/** What the lists of several choices in the editor offer. */
export const loadOptions = { getFields };
