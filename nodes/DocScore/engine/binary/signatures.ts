/**
 * How types are recognized by the first bytes of a file. Each text has one character for each byte.
 */

/**
 * Bytes at the start of a file, or behind a tag, that suffice to tell what it is: three frames of an
 * MP3 after 16 KiB of something else.
 */
export const HEAD_BYTES = 24 * 1024;

/** @param letters the text without byte order marks, white space, XML declaration and comments */
export type Test = (text: string, letters: string) => boolean;

/** A file that begins so. Not a literal, because these patterns are full of control characters. */
export const begins = ({ raw }: TemplateStringsArray): RegExp => new RegExp(`^(?:${raw[0]})`);

/** Text, also in UTF-16. */
export const words =
	(start: RegExp): Test =>
	(_, letters) =>
		start.test(letters);

/** The text as `words` get it. */
export function lettersOf(text: string): string {
	const letters = text.replace(/\0|\xef\xbb\xbf|\xff\xfe|\xfe\xff/g, '');
	return letters.replace(/^(\s|<\?[^>]*>|<!--[^]*?-->)+/, '');
}

/** With a declaration, or with a namespace as electronic invoices have it. */
export const isXml: Test = (text, letters) =>
	/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<\?xml\b/.test(text.replace(/\0/g, '')) ||
	/^<[\w:.-]+\s+xmlns\b/.test(letters);

const NO_CONTROL = begins`[^\0-\x08\x0e-\x1a\x1c-\x1f]+$`;

export const isPlainText: Test = (text, letters) => {
	const isWide = /^(\xff\xfe|\xfe\xff)/.test(text);
	if ((!isWide && text.includes('\0')) || !NO_CONTROL.test(letters)) return false;
	return isUtf8(letters) || letters.replace(/[^\x80-\xff]/g, '').length * 10 < letters.length;
};

/** The last character may be cut off. */
const isUtf8 = (letters: string): boolean =>
	!Buffer.from(letters, 'latin1').toString('utf8').slice(0, -1).includes('\ufffd');

/** A ZIP archive with an entry whose name, with its content, begins so. */
export const zipHolding = (start: string): RegExp =>
	new RegExp(`^(?=PK\\x03\\x04)[^]*?PK\\x03\\x04[^]{26}${start}`);

/** A file of an old Office program with a stream of this name. */
export const oleHolding =
	(stream: string): Test =>
	(text) =>
		text.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') &&
		text.includes(stream.replace(/./g, '$&\0'));

/** An ISO media file with one of these brands among its first ones. */
export const ofBrand = (brands: string): RegExp =>
	new RegExp(`^[^]{4}ftyp([^]{4}){0,12}?(${brands})`);

/** A PDF header can begin in the first 1,024 bytes (ISO 32000-1, Annex H). */
const PDF_HEADER_WITHIN = 1024 + '%PDF-'.length;

/**
 * Whether a PDF begins here: at the start, or behind something that mail programs, scanners and
 * printers wrote before it. There it must be a header, not words about one.
 */
export const hasPdfHeader: Test = (text) => {
	const start = text.slice(0, PDF_HEADER_WITHIN);
	if (/^(\xef\xbb\xbf)*[\0\s]*%PDF-/.test(start)) return true;
	if (text.length < HEAD_BYTES && !/%%EOF|startxref/.test(text)) return false;
	for (const { index } of start.matchAll(LATER_HEADER)) {
		if (HEADER_AND_OBJECT.test(text.slice(index))) return true;
	}
	return false;
};

/** Behind white space, a control character, or the words by which printers end a job. */
const LATER_HEADER = /(?<=[\s\p{Cc}]|%-12345X)%PDF-/gu;

const HEADER_AND_OBJECT =
	/^%PDF-\d\.\d[\t ]*(%[^\r\n]*)?[\r\n][^]*?\d\s{1,4}\d{1,5}\s{1,4}obj\s*[<[(\d/]/;

export const isJpeg: Test = (text, letters) =>
	/^\xff\xd8\xff[\xc0-\xff]/.test(text) && !isJpegLs(text, letters);

/** JPEG-LS differs from JPEG only in the marker before the image. */
export const isJpegLs: Test = (text) => {
	if (!text.startsWith('\xff\xd8')) return false;
	for (let at = 2; text[at] === '\xff'; ) {
		const marker = text.charCodeAt(at + 1);
		if (marker === 0xf7) return true;
		// Fill bytes may precede a marker.
		at += marker === 0xff ? 1 : 2 + text.charCodeAt(at + 2) * 256 + text.charCodeAt(at + 3);
	}
	return false;
};

/** Old archives have no signature, but each has the checksum of its first header. */
export const isTar: Test = (text) => {
	let sum = 0;
	for (let at = 0; at < 512; at++) sum += at >= 148 && at < 156 ? 32 : text.charCodeAt(at);
	// A shorter text, or one without digits there, leads to NaN, which equals nothing.
	return sum === parseInt(text.slice(148, 156), 8);
};

const ID3 = begins`(?:\xef\xbb\xbf)?[\0\s]*ID3[\x02-\x04][^\xff][^][\0-\x7f]{4}`;

/** The bytes of an ID3 tag, and of blanks before it; 0 if there is none. */
export function id3Bytes(text: string): number {
	const [found] = ID3.exec(text) ?? [];
	if (found === undefined) return 0;
	const at = found.indexOf('ID3');
	let size = 0;
	for (let digit = at + 6; digit < at + 10; digit++) size = size * 128 + text.charCodeAt(digit);
	const hasFooter = (text.charCodeAt(at + 5) & 0x10) !== 0;
	return at + 10 + size + (hasFooter ? 10 : 0);
}
