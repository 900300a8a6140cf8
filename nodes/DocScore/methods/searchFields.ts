import {
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	NodeOperationError,
} from 'n8n-workflow';
import { chosenFields } from './chosenFields';

/** The editor shows it in place of the list, where an empty one would leave people at a loss. */
const UNKNOWN =
	'Select a template or a run in this node to see its fields. Or switch From List to By Name and enter the field name.';

/** The fields that a rule can be made for. @throws NodeOperationError, NodeApiError */
export async function searchFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const names = await chosenFields(this);
	if (names === undefined) throw new NodeOperationError(this.getNode(), UNKNOWN);
	const wanted = names.filter((name) => name.toLowerCase().includes(filter.toLowerCase()));
	return { results: wanted.map((name) => ({ name, value: name })) };
}
