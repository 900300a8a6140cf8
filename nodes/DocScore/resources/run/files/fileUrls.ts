import { checkHttpUrl, isHttpUrl } from '../../../engine/input/validation';
import type { Input } from '../../../engine/input/input';
import { InputError } from '../../../engine/input/inputError';
import { promisedBy } from '../../../engine/binary/contentType';
import { decoded } from '../../../engine/binary/fileName';
import { unsupported } from '../../../engine/binary/unsupported';
import { parseJson } from '../../../service/json';
import { withoutHidden } from '../../../service/messages';
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
		if (typeof url === 'string') return checkFileUrl(url);
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

/** Servers, mail addresses and words in a path end with these more often than files do. */
const OF_NAMES = /\.(ai|au|cab|dot|key|log|md|mobi|numbers|one|ott|pages|ps|pub|silk|url)$/i;

/** Programs of servers, too, which can return any file that the query asks for. */
const OF_PROGRAMS = /\.(dll|exe|x?html?)$/i;

/** @throws InputError if the URL ends as that of a file which the service does not read */
function checkEnding(url: string): void {
	const { pathname, search } = new URL(url);
	// A server that converts the file says so behind its name.
	if (/\b(pdf|png|jpe?g|gif|webp)\b/i.test(search)) return;
	const path = decoded(pathname).replace(/(;[^/]*|[\s/]+)$/, '');
	if (OF_NAMES.test(path) || (search !== '' && OF_PROGRAMS.test(path))) return;
	const promised = promisedBy(path);
	if (promised === undefined || promised.kind === 'document') return;
	if (promised.kind !== 'page') throw unsupported(LABEL, shownUrl(url), promised, 'document');
	throw new InputError(LABEL, shownUrl(url), 'opens a web page, not a file', ENTER);
}

/** The URLs in a list, in JSON (as an expression within text returns it), or in text. */
function listOf(given: unknown): unknown[] {
	const parsed = typeof given === 'string' ? parseJson(given) : given;
	if (Array.isArray(parsed)) return parsed.flatMap(separated);
	return separated(given).filter((url) => url !== '');
}

/** Also as Excel and Outlook write lists. A part that no URL follows belongs to the URL before it. */
const SEPARATORS = /[\r\n]+|(?<![\s,;|])[,;|]*\s[\s,;|]*(?=https?:\/\/)/i;

const WITHOUT_BLANKS = /[,;|]+(?=https?:\/\/)/i;

/** An address in the query, as in ?merge=https://a.example,https://b.example, is part of the URL. */
const HOLDS_URL = /=https?:\/\//i;

const LAST_SEPARATORS = /(?<![\s,;|])[\s,;|]+$/;

/** The URLs in a text; a part of a list may lack one, which is an error rather than a file less. */
function separated(given: unknown): unknown[] {
	if (typeof given !== 'string') return [given];
	// Links from HTML and from documents have more in them than is seen.
	const parts = withoutHidden(given)
		.replaceAll('&amp;', '&')
		.trim()
		.split(SEPARATORS)
		.flatMap((part) => (HOLDS_URL.test(part) ? part : part.split(WITHOUT_BLANKS)));
	return parts.map((part) => part.trim().replace(LAST_SEPARATORS, ''));
}
