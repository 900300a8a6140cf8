import {
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	NodeOperationError,
} from 'n8n-workflow';
import { chosenFields } from './chosenFields';

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
	const names = await chosenFields(this);
	if (names === undefined) throw new NodeOperationError(this.getNode(), UNKNOWN);
	const part = filter.trim().toLowerCase();
	const wanted = names.filter((name) => name.toLowerCase().includes(part));
	return { results: wanted.map((name) => ({ name, value: name })) };
}
