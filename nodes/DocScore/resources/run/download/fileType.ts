import { WebPageError } from '../../../engine/http/download';
import type { Download } from '../../../service/transport';
import { textOrNull } from '../../../service/json';
import { detectDocument, type DocumentType } from '../files/documentType';

/** Types that say nothing about the content. */
const GENERIC = ['application/octet-stream', 'binary/octet-stream'];

const HTML = 'text/html';
const ZIP = 'application/zip';

/** Types whose files can contain HTML, also from old programs that save documents as web pages. */
const HOLD_HTML = [HTML, 'application/xhtml+xml', 'application/msword', 'application/vnd.ms-excel'];

/** Types whose files are ZIP archives. */
const HOLD_ZIP = /openxmlformats|opendocument|macroenabled|\bzip/;

const OF_DOCUMENTS: Record<DocumentType, string> = {
	gif: 'image/gif',
	jpg: 'image/jpeg',
	pdf: 'application/pdf',
	png: 'image/png',
	webp: 'image/webp',
};

/** Types by the extensions of documents. n8n knows more of them, but prefers the host's type. */
const BY_ENDING = new Map(
	Object.entries({
		...OF_DOCUMENTS,
		bmp: 'image/bmp',
		csv: 'text/csv',
		doc: 'application/msword',
		docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
		eml: 'message/rfc822',
		heic: 'image/heic',
		htm: HTML,
		html: HTML,
		jpeg: 'image/jpeg',
		json: 'application/json',
		odt: 'application/vnd.oasis.opendocument.text',
		ods: 'application/vnd.oasis.opendocument.spreadsheet',
		pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
		rtf: 'application/rtf',
		tif: 'image/tiff',
		tiff: 'image/tiff',
		txt: 'text/plain',
		xhtml: 'application/xhtml+xml',
		xls: 'application/vnd.ms-excel',
		xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
		xml: 'application/xml',
		zip: ZIP,
	}),
);

/** The start of a file, its name, and the headers of its host. */
interface Known {
	head: Uint8Array;
	name: string;
	headers: Download['headers'];
}

/**
 * The type of a file by its content, else by its name, else by its host. Undefined if n8n may know
 * the extension.
 * @throws WebPageError if the content is a web page, such as a sign-in page, instead of the file
 */
export function fileType({ head, name, headers }: Known): string | undefined {
	const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
	const told = textOrNull(headers['content-type'])?.split(';')[0]?.trim().toLowerCase();
	const byHost = GENERIC.includes(told ?? '') ? undefined : told;
	const byName = BY_ENDING.get(ending ?? '') ?? byHost;
	const byContent = typeOfContent(head);
	if (byContent === ZIP) return byName !== undefined && HOLD_ZIP.test(byName) ? byName : ZIP;
	if (byContent === HTML && byName !== undefined) {
		if (HOLD_HTML.includes(byName)) return byName;
		throw new WebPageError();
	}
	return byContent ?? byName ?? (ending === undefined ? told : undefined);
}

function typeOfContent(head: Uint8Array): string | undefined {
	const text = String.fromCharCode(...head);
	if (isWebPage(text)) return HTML;
	if (text.startsWith('PK\x03\x04')) return ZIP;
	if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'image/tiff';
	const document = detectDocument(head);
	return document === null ? undefined : OF_DOCUMENTS[document];
}

/** Whether the text is a web page, also after a declaration or comments, in any encoding. */
function isWebPage(text: string): boolean {
	const letters = text.replace(/\0|^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/g, '');
	const start = letters.replace(/^(\s|<\?[^>]*>|<!--[^]*?-->)+/, '');
	return /^<(!doctype\s+html|html|head|body)[\s>]/i.test(start);
}
