import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../../service/json';
import { InputError } from '../input/inputError';
import { workflowSettings } from '../workflowSettings';

/** Binary data of an item, and what to call it in an error. */
export interface ItemBinary {
	binary: IBinaryData;
	/** The name of its file, or else what was given for it. */
	name: string;
}

/** Where binary data is looked for, and the label of the parameter that names it. */
export interface BinaryRequest {
	context: IExecuteFunctions;
	itemIndex: number;
	label: string;
}

/** By its field's name, or itself, which n8n allows an expression to give. @throws InputError */
export function binaryOf(place: BinaryRequest, given: string | IDataObject): ItemBinary {
	const binary = isObject(given) ? checkBinary(place, given) : findBinary(place, given);
	// The name can be an empty text, too.
	return { binary, name: binary.fileName || (isObject(given) ? binary.mimeType : given) };
}

/** All that the item has, in its order. @throws InputError where it has none */
export function allBinariesOf(place: BinaryRequest): ItemBinary[] {
	const fields = Object.entries(fieldsOf(place));
	if (fields.length === 0) throw notFound(place, '*', []);
	return fields.map(([field, binary]) => ({ binary, name: binary.fileName || field }));
}

/** Where n8n keeps files among the data, they are found in its fields. */
function fieldsOf({ context, itemIndex }: BinaryRequest): Record<string, IBinaryData> {
	const item = context.getInputData()[itemIndex];
	if (!isCombined(context)) return item?.binary ?? {};
	const { _files: files, ...json } = item?.json ?? {};
	const fields = Object.entries({ ...json, ...(isObject(files) ? files : {}) });
	return Object.fromEntries(
		fields.flatMap(([field, value]) => (isBinary(value) ? [[field, value]] : [])),
	);
}

const isCombined = (context: IExecuteFunctions): boolean =>
	workflowSettings(context).binaryMode === 'combined';

function findBinary(place: BinaryRequest, field: string): IBinaryData {
	const { context, itemIndex } = place;
	const fields = fieldsOf(place);
	const found = new Map(Object.entries(fields)).get(field);
	if (found) return found;
	if (isCombined(context)) return context.helpers.assertBinaryData(itemIndex, field);
	throw notFound(place, field, Object.keys(fields));
}

function notFound({ context, label }: BinaryRequest, field: string, present: string[]): InputError {
	return new InputError(label, field, 'names a field without a file', adviceFor(context, present));
}

function adviceFor(context: IExecuteFunctions, present: string[]): string {
	if (present.length > 0) return `Enter one of the fields with files: ${present.join(', ')}`;
	if (isToolNode(context)) {
		return 'AI agents cannot pass files to tools. Use this node in the workflow itself instead';
	}
	return 'The item has no files. Add a node that reads or downloads the file before this node';
}

/** n8n names the form of a node that an agent can be given after the node. */
const isToolNode = (context: IExecuteFunctions): boolean => context.getNode().type.endsWith('Tool');

/** @throws InputError */
function checkBinary({ label }: BinaryRequest, given: IDataObject): IBinaryData {
	if (isBinary(given)) return given;
	const advice = "Enter the field name, or an expression such as {{ $('Node').item.binary.data }}";
	const names = Object.keys(given).join(', ');
	throw new InputError(label, names, 'is an object, not a file', advice);
}

function isBinary(value: unknown): value is IBinaryData {
	if (!isObject(value) || typeof value.mimeType !== 'string') return false;
	const hasContent = typeof value.id === 'string' || typeof value.data === 'string';
	return hasContent && ['string', 'undefined'].includes(typeof value.fileName);
}
