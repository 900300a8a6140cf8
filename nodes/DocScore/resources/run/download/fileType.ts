import { WebPageError } from '../../../engine/http/download';
import type { Download } from '../../../service/transport';
import { textOrNull } from '../../../service/json';
import { detectDocument, type DocumentType } from '../files/documentType';

/** Types that say no more than that there are bytes. */
const GENERIC = ['application/octet-stream', 'binary/octet-stream'];

const HTML = 'text/html';
const ZIP = 'application/zip';

/** Types of files that hold HTML, also by old programs that saved tables and letters as pages. */
const HOLD_HTML = [HTML, 'application/xhtml+xml', 'application/msword', 'application/vnd.ms-excel'];

/** Types of files that are archives inside. */
const HOLD_ZIP = /openxmlformats|opendocument|macroenabled|\bzip/;

const OF_DOCUMENTS: Record<DocumentType, string> = {
	gif: 'image/gif',
	jpg: 'image/jpeg',
	pdf: 'application/pdf',
	png: 'image/png',
	webp: 'image/webp',
};

/** Types by the endings that documents have; n8n knows more of them, but believes the host first. */
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

/** What is known of a file: its content, its name, and the type that its host tells. */
interface Known {
	head: Uint8Array;
	name: string;
	headers: Download['headers'];
}

/**
 * The type of a file by its content, or else by its name, or else as its host tells it. Undefined where
 * n8n may know the ending of the name.
 * @throws WebPageError where a page, such as one to sign in, is in the file's place
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

/** Whatever its encoding, and behind a declaration or comments. */
function isWebPage(text: string): boolean {
	const letters = text.replace(/\0|^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/g, '');
	const start = letters.replace(/^(\s|<\?[^>]*>|<!--[^]*?-->)+/, '');
	return /^<(!doctype\s+html|html|head|body)[\s>]/i.test(start);
}
