import { createHash } from 'crypto';
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import type { BinaryContent } from '../../../engine/binary/binaryFile';
import { nameFor, safeFileName } from '../../../engine/binary/fileName';
import { gatherHint } from '../../../engine/hintOnce';
import { InputError } from '../../../engine/input/inputError';
import {
	allBinariesOf,
	binaryOf,
	type BinaryRequest,
	inStore,
	type ItemBinary,
	openFile,
	type OpenedFile,
	READ,
} from '../../../engine/binary/itemBinary';
import { unsupported } from '../../../engine/binary/unsupported';
import type { ItemTask } from '../../../engine/operation';
import { isObject, parseJson } from '../../../service/json';
import { failureAdvice } from './failureAdvice';
import { needsPassword } from './lockedPdf';
import { withoutSkipped } from './skippedFiles';
import {
	type DocumentFiles,
	type FilesField,
	type FilesOption,
	LINK_LIFETIMES,
} from './documentFiles';
import { checkReachable, fetchAdvice, storeFile, signLink, originOf } from './signedLinks';

const LABEL = 'Input Data Field Names';

const UNLOCK =
	'The service cannot open it. Open the PDF with its password, print it to a new PDF, and provide that';

interface DocumentFile {
	binary: IBinaryData;
	content: BinaryContent;
	/** With the extension of its content. */
	name: string;
}

/** A file of an item, with what tells it from the item's other files. */
export interface ChosenFile extends OpenedFile {
	/** The name by which the service receives it. */
	fileName: string;
	/** The same, numbered if an earlier file of the item has the same name. */
	part: string;
}

/** The item's files, without those to skip. @throws InputError */
export async function chooseFiles({
	input,
	options,
	itemIndex,
	context,
}: ItemTask<FilesField, FilesOption>): Promise<ChosenFile[]> {
	const request = { context, itemIndex, label: LABEL };
	const files: ChosenFile[] = [];
	const counts = new Map<string, number>();
	for (const each of readBinaries(request, input.value('binaryPropertyNames'))) {
		const { content, type } = await openFile(request, each);
		const given = safeFileName(each.binary.fileName ?? '') || 'document';
		const fileName = nameFor(given, type?.endings ?? []);
		const count = (counts.get(fileName) ?? 0) + 1;
		counts.set(fileName, count);
		// Names of files contain no slash.
		const part = count === 1 ? fileName : `${fileName}/${count}`;
		files.push({ ...each, content, type, fileName, part });
	}
	return withoutSkipped(request, options, files);
}

/** Tells that `*` makes one run of these files, which may be documents of their own. */
export function hintOneRun(
	{ input, itemIndex, context }: ItemTask<FilesField>,
	files: number,
): void {
	if (files < 2 || !takesAll(input.value('binaryPropertyNames'))) return;
	gatherHint(context, tellOneRun, itemIndex, `${files} files`);
}

const tellOneRun = (list: string): string =>
	`All files of an item are one document and become one run (${list}). If each file is a document, set Several Files of an Item Are to A Document Each.`;

const takesAll = (given: unknown): boolean => typeof given === 'string' && given.trim() === '*';

/** The files of one document, for the service to fetch from n8n. @throws InputError */
export async function readItemFiles(
	{ options, itemIndex, context }: ItemTask<FilesField, FilesOption>,
	chosen: ChosenFile[],
): Promise<DocumentFiles> {
	const lifetime = options.choice('linkLifetime', LINK_LIFETIMES);
	const request = { context, itemIndex, label: LABEL };
	const files: DocumentFile[] = [];
	for (const each of chosen) files.push(await readFile(request, each));
	const link = async ({ binary, name }: DocumentFile) =>
		await signLink(request, binary, name, lifetime);
	const urls = async () => await Promise.all(files.map(link));
	// Created only to check that n8n can create links, and which host they have.
	const origin = originOf(await urls());
	await checkReachable(context, origin);
	const onFailure = failureAdvice(fetchAdvice(origin));
	const parts = files.map(({ binary, content, name }) => {
		return { name, type: binary.mimeType, bytes: content.bytes };
	});
	return { parts, urls, digest: async () => await digestOf(files), origin, onFailure };
}

function readBinaries(request: BinaryRequest, given: unknown): ItemBinary[] {
	if (takesAll(given)) return allBinariesOf(request);
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
	{ binary, name, content, type, fileName }: ChosenFile,
): Promise<DocumentFile> {
	if (content.bytes === 0) {
		throw new InputError(LABEL, name, 'has an empty file', 'Provide a file with content');
	}
	if (type?.kind !== 'document') throw unsupported(LABEL, name, type, 'document');
	const isLocked = async () => await needsPassword(content);
	if (type.mimeType === 'application/pdf' && (await inStore(LABEL, name, READ, isLocked))) {
		throw new InputError(LABEL, name, 'has a PDF that needs a password', UNLOCK);
	}
	const kept = await storeFile(request, { ...binary, fileName, mimeType: type.mimeType ?? '' });
	return { binary: kept, content, name: fileName };
}

/** A SHA-256 of the contents in their order, whatever the file names. */
async function digestOf(files: DocumentFile[]): Promise<string> {
	const digests: string[] = [];
	for (const { content, name } of files) {
		const hash = createHash('sha256');
		await inStore(LABEL, name, READ, async () => {
			for await (const chunk of content.open()) hash.update(chunk);
		});
		digests.push(hash.digest('hex'));
	}
	const [only = '', ...others] = digests;
	if (others.length === 0) return only;
	return createHash('sha256').update(digests.join()).digest('hex');
}
