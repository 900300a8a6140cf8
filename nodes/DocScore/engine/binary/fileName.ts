/** The longest file name of common file systems, in bytes of UTF-8. */
const MOST_BYTES = 255;

/** Half a character, which cannot be encoded. */
const SURROGATES = /\p{Surrogate}/gu;

/** Invisible: control characters, line breaks, and marks that change the writing direction. */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Separators of folders on any system. */
const FOLDERS = /[\\/]/;

/** Drive letters, also several in a row. */
const DRIVES = /^(\s|[a-z]:)+/i;

/**
 * A file name from outside without folders, no longer than file systems allow; an empty text if
 * nothing usable is left.
 */
export function safeFileName(given: string): string {
	const parts = decoded(ofMail(given))
		.replace(INVISIBLE, '')
		.replace(SURROGATES, '\ufffd')
		.split(FOLDERS);
	const names = parts.map((part) => shortened(part.replace(DRIVES, '').trimEnd()));
	return names.filter((name) => /[^.\s]/.test(name)).at(-1) ?? '';
}

/** A part of a name as it stands in the header of an e-mail (RFC 2047), and the space before the next. */
const ENCODED_WORD =
	/=\?(utf-?8|us-ascii|iso-8859-15?|windows-1252)\?([bq])\?([^?\s]*)\?=(?:\s+(?==\?))?/gi;

const ofMail = (name: string): string =>
	name.replace(ENCODED_WORD, (_, charset: string, form: string, text: string) => {
		const letters = text
			.replaceAll('_', ' ')
			.replace(/=([\da-f]{2})/gi, (__, hex: string) => letterOf(hex));
		const bytes = /b/i.test(form) ? Buffer.from(text, 'base64') : Buffer.from(letters, 'latin1');
		return bytes.toString(/utf/i.test(charset) ? 'utf8' : 'latin1');
	});

/** Before a name in the header of a response: character set and language (RFC 2231). */
const CHARSET = /^[\w-]+'[\w-]*'(?=.*%[\da-f]{2})/i;

/** Some nodes take a name as it stands in a URL or header, such as Invoice%20118.pdf. */
export function decoded(name: string): string {
	const text = name.replace(CHARSET, '');
	try {
		return decodeURIComponent(text);
	} catch {
		// A percent sign of its own, or an old character set.
		return text === name
			? name
			: text.replace(/%([\da-f]{2})/gi, (_, hex: string) => letterOf(hex));
	}
}

const letterOf = (hex: string): string => String.fromCharCode(parseInt(hex, 16));

/** Characters and names that Windows does not take, and a dot at the end. */
export function storableName(name: string): string {
	const taken = name.replace(/[<>:"|?*]/g, '_').replace(/[. ]+$/, '');
	return /^(aux|con|nul|prn|(com|lpt)\d)(\.|$)/i.test(taken) ? `_${taken}` : taken;
}

/** The extension stays, because programs detect the type by it. */
function shortened(name: string): string {
	if (Buffer.byteLength(name) <= MOST_BYTES) return name;
	const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
	let left = MOST_BYTES - ending.length;
	let start = '';
	for (const letter of name) {
		left -= Buffer.byteLength(letter);
		if (left < 0) break;
		start += letter;
	}
	return start.trimEnd() + ending;
}

/** The extension in lower case, without its dot; an empty text if there is none. */
export const endingOf = (name: string): string => /(?<=\.)\w+$/.exec(name)?.[0].toLowerCase() ?? '';

/** The name with one of these extensions, the first if it has none of them. */
export function nameFor(name: string, endings: readonly string[]): string {
	const [ending] = endings;
	const isFit = ending === undefined || endings.includes(endingOf(name));
	return isFit ? name : shortened(`${name.replace(/\.+$/, '')}.${ending}`);
}
