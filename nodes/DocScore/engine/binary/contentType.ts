import { type BinaryContent, readPart } from './binaryFile';
import { endingOf } from './fileName';
import { FILE_TYPES, type FileType } from './fileTypes';
import { HEAD_BYTES, id3Bytes, lettersOf } from './signatures';

/** Programs that do not see a tag write another one before it. */
const MOST_TAGS = 8;

const TAG_ALONE: FileType = { told: 'an MP3 tag without MP3 sound', kind: 'other', endings: [] };

/**
 * What a file is by its content, whatever its name. The name tells only which document a ZIP
 * archive, an old Office file or a text is.
 * @param head the first HEAD_BYTES, or the whole file
 * @returns null if the type is not known
 */
// Stryker disable next-line StringLiteral: neither text has an extension
export function typeOf(head: Uint8Array, name = ''): FileType | null {
	const text = textOf(head);
	const tag = id3Bytes(text);
	if (tag > 0) return behindTag(head.subarray(tag));
	const letters = lettersOf(text);
	const found = FILE_TYPES.find(({ is }) => is(text, letters));
	if (found === undefined) return null;
	return (isUnclear(found) && namedIn(found, name)) || found;
}

/** The same, also behind tags of any size. */
export async function identify(
	content: BinaryContent,
	name: string,
): Promise<{ type: FileType | null; head: Uint8Array }> {
	let at = 0;
	let head = await readPart(content, 0, HEAD_BYTES);
	for (let tags = 0; tags < MOST_TAGS; tags++) {
		const tag = id3Bytes(textOf(head));
		// Stryker disable next-line ConditionalExpression: it only saves time
		if (tag === 0) break;
		at += tag;
		head = await readPart(content, at, HEAD_BYTES);
	}
	return { type: at > 0 ? behindTag(head) : typeOf(head, name), head };
}

function behindTag(rest: Uint8Array): FileType {
	const type = typeOf(rest);
	if (type?.mimeType === 'audio/mpeg') return type;
	return type?.kind === 'sound' || type?.kind === 'video' ? type : TAG_ALONE;
}

/** The type that the ending of a name promises. */
export const promisedBy = (name: string): FileType | undefined =>
	FILE_TYPES.find(({ endings }) => endings.includes(endingOf(name)));

export const typeOfMime = (mimeType: string): FileType | undefined =>
	FILE_TYPES.find((type) => type.mimeType === mimeType);

/** Whether the content only shows the container. */
const isUnclear = ({ container, endings, kind, mimeType }: FileType): boolean =>
	container !== undefined &&
	(endings.length === 0 || kind === 'archive' || mimeType === 'text/plain');

function namedIn({ container }: FileType, name: string): FileType | undefined {
	const promised = promisedBy(name);
	return promised?.container === container ? promised : undefined;
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
