import { WebPageError } from '../../../engine/http/download';
import { promisedBy, typeOf } from '../../../engine/binary/contentType';
import { textOrNull } from '../../../service/json';
import type { Download } from '../../../service/transport';

/** Types that say nothing about the content. */
const GENERIC = ['application/octet-stream', 'binary/octet-stream'];

const HTML = 'text/html';
const ZIP = 'application/zip';

/** Types whose files can contain HTML, also from old programs that save documents as web pages. */
const HOLD_HTML = [HTML, 'application/xhtml+xml', 'application/msword', 'application/vnd.ms-excel'];

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
 * @throws WebPageError if the content is a web page, such as a sign-in page, instead of the file
 */
export function fileType({ head, name, headers }: Known): string | undefined {
	const promised = promisedBy(name);
	const told = textOrNull(headers['content-type'])?.replace(/;.*/, '').trim().toLowerCase();
	const byHost = told === undefined || GENERIC.includes(told) ? undefined : told;
	const byName = promised?.mimeType ?? byHost;
	const content = typeOf(head, name);
	const byContent = content?.container === 'text' ? undefined : content?.mimeType;
	if (byContent === ZIP) return byName !== undefined && HOLD_ZIP.test(byName) ? byName : ZIP;
	if (content?.kind === 'page') {
		if (byName === undefined) return HTML;
		if (HOLD_HTML.includes(byName)) return byName;
		throw new WebPageError();
	}
	return byContent ?? byName ?? (/\.\w+$/.test(name) ? undefined : told);
}
