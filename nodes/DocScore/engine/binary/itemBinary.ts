import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isObject, textOrNull } from '../../service/json';
import { InputError, quoted } from '../input/inputError';
import { saidByN8n } from '../../service/messages';
import { toResult } from '../../service/result';
import { workflowSettings } from '../workflowSettings';
import { type BinaryContent, openBinary } from './binaryFile';
import { identify } from './contentType';
import type { FileType } from './fileTypes';

/** Binary data of an item, with its name for errors. */
export interface ItemBinary {
	binary: IBinaryData;
	/** The file name, or else the field name that was entered. */
	name: string;
}

/** A file of an item, and what its content is. */
export interface OpenedFile extends ItemBinary {
	content: BinaryContent;
	type: FileType | null;
}

/** The item to search for binary data, and the label of the parameter that names the field. */
export interface BinaryRequest {
	context: IExecuteFunctions;
	itemIndex: number;
	label: string;
}

/**
 * Binary data by its field name, or given directly by an expression, which n8n allows.
 * @throws InputError
 */
export function binaryOf(request: BinaryRequest, given: string | IDataObject): ItemBinary {
	const binary = isObject(given) ? checkBinary(request, given) : findBinary(request, given);
	// The file name can be an empty text.
	return { binary, name: binary.fileName || (isObject(given) ? binary.mimeType : given) };
}

/** The content of the file, what it is, and its start, behind tags. @throws InputError */
export async function openFile(
	{ context, label }: BinaryRequest,
	{ binary, name }: ItemBinary,
): Promise<{ content: BinaryContent; type: FileType | null; head: Uint8Array }> {
	return await inStore(label, name, READ, async () => {
		const content = await openBinary(context, binary);
		return { content, ...(await identify(content, name)) };
	});
}

export const READ = [
	'has a file that n8n cannot read',
	'Read or download the file again in this workflow, because n8n deletes it with the execution that stored it. If n8n runs on several machines, they need one storage for files',
] as const;

/** @throws InputError with n8n's words if its store of files fails */
export async function inStore<T>(
	label: string,
	name: string,
	[problem, advice]: readonly [problem: string, advice: string],
	work: () => Promise<T>,
): Promise<T> {
	const done = await toResult(work());
	if (done.ok) return done.value;
	const said = done.error instanceof Error ? done.error.message : String(done.error);
	throw new InputError(label, name, problem, `${advice}.\n${saidByN8n(said)}`);
}

/** All binary data of the item, in its order. @throws InputError if there is none */
export function allBinariesOf(request: BinaryRequest): ItemBinary[] {
	const fields = Object.keys(fieldsOf(request));
	if (fields.length === 0) throw notFound(request, 'found no files in this item');
	return fields.map((field) => binaryOf(request, field));
}

/** If n8n keeps files among the JSON data, they are in its fields. */
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

function findBinary(request: BinaryRequest, field: string): IBinaryData {
	const { context, itemIndex } = request;
	const fields = fieldsOf(request);
	const found = new Map(Object.entries(fields)).get(field);
	if (found) return checkMade(request, field, found);
	if (isCombined(context)) return context.helpers.assertBinaryData(itemIndex, field);
	const problem = field === '' ? 'is empty' : `found no file in field ${quoted(field)}`;
	throw notFound(request, problem, Object.keys(fields));
}

const notFound = (
	{ context, label }: BinaryRequest,
	problem: string,
	present: string[] = [],
): InputError => new InputError(label, '', problem, adviceFor(context, present));

function adviceFor(context: IExecuteFunctions, present: string[]): string {
	if (present.length > 0) return `Enter one of the fields with files: ${present.join(', ')}`;
	if (isToolNode(context)) {
		return 'AI agents cannot pass files to tools. Use this node in the workflow itself instead';
	}
	return 'If the item comes from an email, turn on Download Attachments in the node that reads it, and filter out emails without attachments. Otherwise add a node that reads or downloads the file before this node';
}

/** n8n appends Tool to the type of a node's tool version. */
const isToolNode = (context: IExecuteFunctions): boolean => context.getNode().type.endsWith('Tool');

/** @throws InputError */
function checkBinary({ label }: BinaryRequest, given: IDataObject): IBinaryData {
	const file = asMade(given);
	if (isBinary(file)) return file;
	const advice = "Enter the field name, or an expression such as {{ $('Node').item.binary.data }}";
	const names = Object.keys(given).join(', ');
	throw new InputError(label, names, 'is an object, not a file', advice);
}

/** @throws InputError for what n8n would not make, but a Code node can */
function checkMade({ label }: BinaryRequest, field: string, given: unknown): IBinaryData {
	const file = isObject(given)
		? asMade({ ...given, mimeType: textOrNull(given.mimeType) ?? '' })
		: given;
	if (isBinary(file)) return file;
	const advice =
		"In the Code node, make it with: await this.helpers.prepareBinaryData(content, 'invoice.pdf')";
	throw new InputError(label, field, 'has a file of a wrong form', advice);
}

/** As n8n makes files: Code nodes give a number as name, a data URL as content, or an empty ID. */
const asMade = ({ id, data, fileName, ...others }: IDataObject): IDataObject => ({
	...others,
	id: id || undefined,
	data: typeof data === 'string' ? data.replace(/^data:[^,]*;base64,/i, '') : data,
	fileName: typeof fileName === 'number' ? String(fileName) : (fileName ?? undefined),
});

function isBinary(value: unknown): value is IBinaryData {
	if (!isObject(value) || typeof value.mimeType !== 'string') return false;
	const hasContent = typeof (value.id ?? value.data) === 'string';
	return hasContent && ['string', 'undefined'].includes(typeof value.fileName);
}
