import { checkHttpUrl, isHttpUrl } from '../../../engine/input/validation';
import type { Input } from '../../../engine/input/input';
import { InputError } from '../../../engine/input/inputError';
import { promisedBy } from '../../../engine/binary/contentType';
import { decoded } from '../../../engine/binary/fileName';
import { unsupported } from '../../../engine/binary/unsupported';
import { parseJson } from '../../../service/json';
import { checkNoPage, shownUrl } from './pageLinks';

const LABEL = 'File URLs';

const ENTER =
	'Enter a URL that the service can open, such as https://files.example.com/invoice.pdf';

const ADVICE = `${ENTER}. For a file from a computer or another node, set Files to From Input Data`;

const FILL_IN = `${ENTER}, or check the expression. For a file in n8n, set Files to From Input Data`;

/** The URLs of the files of one document. @throws InputError */
export function readFileUrls(input: Input<'file_urls'>): string[] {
	const given = input.value('file_urls');
	const urls = listOf(given).map((url) => {
		if (typeof url === 'string') return checkFileUrl(url.trim());
		throw new InputError(LABEL, url, 'has an entry that is not a URL', ADVICE);
	});
	if (urls.length > 0) return urls;
	throw new InputError(LABEL, '', 'is empty', FILL_IN);
}

/** @throws InputError */
function checkFileUrl(url: string): string {
	if (isHttpUrl(url) && /\s/.test(url)) {
		const advice = 'Replace each space with %20, and enter one URL per line';
		throw new InputError(LABEL, url, 'has a URL with spaces', advice);
	}
	checkHttpUrl(LABEL, url, ADVICE);
	checkNoPage(LABEL, url);
	checkEnding(url);
	return url;
}

/** @throws InputError if the URL ends as that of a file which the service does not read */
function checkEnding(url: string): void {
	const { pathname, search } = new URL(url);
	// A server that converts the file says so behind its name.
	if (/\b(pdf|png|jpe?g|gif|webp)\b/i.test(search)) return;
	const path = decoded(pathname).replace(/(;[^/]*|[\s/]+)$/, '');
	const promised = promisedBy(path);
	if (promised === undefined || promised.kind === 'document') return;
	if (promised.kind !== 'page') throw unsupported(LABEL, shownUrl(url), promised, 'document');
	throw new InputError(LABEL, shownUrl(url), 'opens a web page, not a file', ENTER);
}

/**
 * The URLs in a list, in JSON (as an expression within text returns it), or in text, separated by
 * line breaks, spaces or commas. A part that no further URL follows belongs to the URL before it.
 */
function listOf(given: unknown): unknown[] {
	if (Array.isArray(given)) return given;
	if (typeof given !== 'string') return [given];
	const parsed = parseJson(given);
	if (Array.isArray(parsed)) return parsed;
	return given
		.split(/[\r\n]+|(?<!\s)\s+(?=https?:\/\/)|,(?=https?:\/\/)/i)
		.map((url) => url.trim().replace(/,$/, ''))
		.filter((url) => url !== '');
}
