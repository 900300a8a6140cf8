import { createHash } from 'crypto';
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { type BinaryContent, openBinary, readHead } from '../../../engine/binary/binaryFile';
import { safeFileName } from '../../../engine/binary/fileName';
import { InputError } from '../../../engine/input/inputError';
import {
	allBinariesOf,
	binaryOf,
	type BinaryRequest,
	type ItemBinary,
} from '../../../engine/binary/itemBinary';
import type { ItemTask } from '../../../engine/operation';
import { isObject, parseJson } from '../../../service/json';
import { detectDocument, DOCUMENT_HEAD_BYTES, nameFor } from './documentType';
import {
	type DocumentFiles,
	type FilesField,
	type FilesOption,
	LINK_LIFETIMES,
} from './documentFiles';
import { checkReachable, failureAdvice, storeFile, signLink, originOf } from './signedLinks';

const LABEL = 'Input Data Field Names';

interface DocumentFile {
	binary: IBinaryData;
	content: BinaryContent;
	/** With the extension of its content. */
	name: string;
}

/** The item's files, for the service to fetch from n8n. @throws InputError */
export async function readItemFiles({
	input,
	options,
	itemIndex,
	context,
}: ItemTask<FilesField, FilesOption>): Promise<DocumentFiles> {
	const lifetime = options.choice('linkLifetime', LINK_LIFETIMES);
	const request = { context, itemIndex, label: LABEL };
	const files: DocumentFile[] = [];
	for (const each of readBinaries(request, input.given('binaryPropertyNames'))) {
		files.push(await readFile(request, each));
	}
	const link = async ({ binary, name }: DocumentFile) =>
		await signLink(request, binary, name, lifetime);
	const urls = async () => await Promise.all(files.map(link));
	// Created only to check that n8n can create links, and which host they have.
	const origin = originOf(await urls());
	await checkReachable(context, origin);
	const onFailure = failureAdvice(origin);
	return { urls, digest: async () => await digestOf(files), origin, onFailure };
}

function readBinaries(request: BinaryRequest, given: unknown): ItemBinary[] {
	if (typeof given === 'string' && given.trim() === '*') return allBinariesOf(request);
	const named = namesOf(given).map((each) => binaryOf(request, each));
	if (named.length > 0) return named;
	const advice = 'Enter at least one field name, or * for all files of the item';
	throw new InputError(LABEL, given, 'is empty', advice);
}

/** The names in a list, in JSON (as an expression within text returns it), or in text with commas. */
function namesOf(given: unknown): Array<string | IDataObject> {
	const parsed = typeof given === 'string' ? parseJson(given) : undefined;
	const list = Array.isArray(parsed) ? parsed : given;
	if (typeof list === 'string') {
		return list
			.split(',')
			.map((name) => name.trim())
			.filter((name) => name !== '');
	}
	return (Array.isArray(list) ? list : [list]).map((each: unknown) => {
		if (typeof each === 'string' || isObject(each)) return each;
		const advice = 'Enter field names, or expressions that return files';
		throw new InputError(LABEL, each, 'has an entry that is not a field name or file', advice);
	});
}

/** @throws InputError if the service could not read the file */
async function readFile(
	request: BinaryRequest,
	{ binary, name }: ItemBinary,
): Promise<DocumentFile> {
	const given = await openBinary(request.context, binary);
	if (given.bytes === 0) {
		throw new InputError(LABEL, name, 'has an empty file', 'Provide a file with content');
	}
	const type = detectDocument(await readHead(given, DOCUMENT_HEAD_BYTES));
	if (type === null) {
		const advice =
			'Provide a PDF, PNG, JPG, GIF or WEBP file. The content counts, not the file name';
		throw new InputError(LABEL, name, 'has a file of an unsupported type', advice);
	}
	const kept = await storeFile(request, binary, name);
	const content = await openBinary(request.context, kept);
	const fileName = safeFileName(binary.fileName ?? '') || 'document';
	return { binary: kept, content, name: nameFor(fileName, type) };
}

/** A SHA-256 of the contents in their order, whatever the file names. */
async function digestOf(files: DocumentFile[]): Promise<string> {
	const digests: string[] = [];
	for (const { content } of files) {
		const hash = createHash('sha256');
		for await (const chunk of content.open()) hash.update(chunk);
		digests.push(hash.digest('hex'));
	}
	const [only = '', ...others] = digests;
	if (others.length === 0) return only;
	return createHash('sha256').update(digests.join()).digest('hex');
}
