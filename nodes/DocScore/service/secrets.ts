import { parseExactly } from './exactJson';
import { isObject } from './json';
import type { HttpReply } from './reply';

/** Hides secrets in a text. */
export type Mask = (text: string) => string;

/** The part of a link to a file in n8n before the token. */
const BEFORE_TOKEN = 'binary-data/signed?token=';

/** A shorter key may be part of a word by chance, so it is hidden only as a whole word. */
const SHORT_KEY = 8;

/**
 * Returns a mask for the key, and for tokens in links to files in n8n, in these forms: unchanged,
 * escaped as in JSON, percent-encoded, as HTML entities, and escaped twice. A key of at least 8
 * characters is also masked in other cases of its letters, in base64, in hexadecimal, and if up to
 * three spaces, line breaks or invisible characters are between two of its characters.
 */
export function maskOf(key: string): Mask {
	const token = `(?:[\\w-]|${quoted('.')})+`;
	const links = new RegExp(`(${quoted(BEFORE_TOKEN)})${token}`, 'gu');
	const keys = key.length < SHORT_KEY ? new RegExp(alone(quoted(key)), 'gu') : anyForm(key);
	return (text) => text.replace(links, '$1(hidden)').replace(keys, '(API Key)');
}

/** The key as text, in hexadecimal, and in base64. */
function anyForm(key: string): RegExp {
	const bytes = new TextEncoder().encode(key);
	// Stryker disable next-line StringLiteral: only control characters need it, and a key has none
	const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));
	const forms = [
		brokenUp(Array.from(key, quotedCharacter)),
		brokenUp(hex, '(?:\\\\x|0x|[:,-])?'),
		...[0, 1, 2].map((before) => brokenUp(Array.from(inBase64(bytes, before), base64Character))),
	];
	return new RegExp(forms.join('|'), 'giu');
}

/** Between two characters. It is bounded, and no form begins with it, so that matching is linear. */
const GAP = '[\\s\\u00ad\\u200b-\\u200f\\u2060\\ufeff]{0,3}';

const brokenUp = (patterns: string[], between = ''): string => patterns.join(GAP + between);

/**
 * The part of the bytes in base64 that stays the same whatever surrounds them.
 * @param before how many bytes precede them in their group of three
 */
function inBase64(bytes: Uint8Array, before: number): string {
	const written = Buffer.concat([new Uint8Array(before), bytes]).toString('base64');
	const start = Math.ceil((before * 4) / 3);
	const end = Math.floor(((before + bytes.length) * 4) / 3);
	return written.slice(start, end);
}

/** Base64 for URLs has other characters. */
function base64Character(character: string): string {
	if (character === '+') return `(?:-|${quotedCharacter('+')})`;
	if (character === '/') return `(?:_|${quotedCharacter('/')})`;
	return character;
}

const alone = (pattern: string): string => `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`;

/**
 * The pattern of a text with each character in any form. Repetitions are bounded, so that matching
 * is linear.
 */
const quoted = (text: string): string => Array.from(text, quotedCharacter).join('');

const BACKSLASHES = '\\\\{0,8}';

const ENTITIES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };

function quotedCharacter(character: string): string {
	const code = character.charCodeAt(0);
	const hex = inAnyCase(code.toString(16));
	const bytes = [...new TextEncoder().encode(character)];
	const percent = bytes.map((byte) => `%(?:25){0,4}${inAnyCase(byte.toString(16))}`).join('');
	const entity = ENTITIES[character];
	// The plain form is last, because & and % begin other forms.
	const forms = [
		`\\\\{1,8}u${inAnyCase(code.toString(16).padStart(4, '0'))}`,
		percent,
		// Stryker disable next-line ConditionalExpression,EqualityOperator,ArrayDeclaration: a form twice only takes time
		...(bytes.length > 1 ? [`%(?:25){0,4}${hex}`] : []),
		`&(?:amp;){0,3}#(?:0{0,6}${code}|[xX]0{0,6}${hex});`,
		// Stryker disable next-line ArrayDeclaration: a form that no key has
		...(entity ? [`&(?:amp;){0,3}${entity};`] : []),
		/[a-z\d]/i.test(character) ? character : BACKSLASHES + escaped(character),
	];
	return `(?:${forms.join('|')})`;
}

const escaped = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');

const inAnyCase = (hex: string): string =>
	hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/**
 * The response with masked body and headers. JSON is masked after parsing: in the raw text, the
 * mask could cut an escape in two.
 */
export function withoutSecrets({ status, headers, text }: HttpReply, mask: Mask): HttpReply {
	const shown = Object.entries(headers).map(([name, value]) => [name, masked(value, mask)]);
	return { status, headers: Object.fromEntries(shown), text: maskedText(text, mask) };
}

function maskedText(text: string, mask: Mask): string {
	const replaced = mask(text);
	// Any character of a quoted secret can be escaped again.
	// Stryker disable next-line ConditionalExpression,StringLiteral: it only saves time
	if (replaced === text && !text.includes('\\')) return text;
	const body = parseExactly(text);
	if (body === undefined) return replaced;
	const shown = JSON.stringify(masked(body, mask));
	// If nothing was masked, the text stays unchanged.
	return shown === JSON.stringify(body) ? text : shown;
}

/** Masks all texts and names in a JSON value. */
function masked(value: unknown, mask: Mask): unknown {
	if (typeof value === 'string') return mask(value);
	if (Array.isArray(value)) return value.map((each: unknown) => masked(each, mask));
	if (!isObject(value)) return value;
	const entries = Object.entries(value).map(([name, each]) => [mask(name), masked(each, mask)]);
	return Object.fromEntries(entries);
}
