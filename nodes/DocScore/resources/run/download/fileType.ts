import { notTheFile } from '../../../engine/http/download';
import { promisedBy, typeOf } from '../../../engine/binary/contentType';
import type { FileKind, FileType } from '../../../engine/binary/fileTypes';
import { textOrNull } from '../../../service/json';
import type { Download } from '../../../service/transport';

/** Types that say nothing about the content. */
const GENERIC: Array<string | undefined> = ['application/octet-stream', 'binary/octet-stream'];

const ZIP = 'application/zip';

/** Types whose files can contain HTML, also from old programs that save documents as web pages. */
const HOLD_HTML = /^text\/html|xhtml|msword|ms-excel/;

/** Types of messages that can be an error. */
const HOLD_ERROR = /^(application\/(json|xml)|text\/plain)$/;

/** Images, PDFs and recordings. */
const NEVER_TEXT: Array<FileKind | undefined> = ['document', 'phonePhoto', 'recording'];

/** Types whose files are ZIP archives. */
const HOLD_ZIP = /openxmlformats|opendocument|macroenabled|\bzip/;

/** The start of a file, its name, and the headers of its host. */
interface Known {
	head: Uint8Array;
	name: string;
	headers: Download['headers'];
}

/**
 * The type of a file by its content, else by its name, else by its host. Undefined if n8n may know
 * the extension.
 * @throws HostError if the content is nothing, a sign-in page or an error that the name does not
 * promise, or text in place of an image, a PDF or a recording
 */
export function fileType({ head, name, headers }: Known): string | undefined {
	if (head.length === 0) throw notTheFile('an empty file');
	const promised = promisedBy(name);
	const content = typeOf(head, name);
	if (content && isText(content) && !mayHold(promised, content.kind)) {
		throw notTheFile(content.told);
	}
	const told = textOrNull(headers['content-type'])?.replace(/;.*/, '').trim().toLowerCase();
	const byHost = GENERIC.includes(told) ? undefined : told;
	const byName = promised?.mimeType ?? byHost;
	const byContent = content?.container === 'text' ? undefined : content?.mimeType;
	if (byContent === ZIP) return byName?.match(HOLD_ZIP) ? byName : ZIP;
	return byContent ?? byName ?? (/\.\w+$/.test(name) ? undefined : told);
}

const isText = ({ kind }: FileType): boolean =>
	['base64', 'error', 'mail', 'page', 'text'].includes(kind);

/** Whether a file whose name promises this type, or none, can hold text of this kind. */
function mayHold(promised: FileType | undefined, kind: FileKind): boolean {
	// Stryker disable next-line StringLiteral: no type is called so
	const { container, mimeType = '', kind: ofName } = promised ?? {};
	if (kind === 'page') return HOLD_HTML.test(mimeType);
	if (kind === 'error') return HOLD_ERROR.test(mimeType);
	return container !== 'zip' && !NEVER_TEXT.includes(ofName);
}
