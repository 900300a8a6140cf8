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
 * Returns a mask for the key, and for tokens in links to files in n8n, in every form in which a
 * text can quote them: unchanged, escaped as in JSON, percent-encoded, as HTML entities, and
 * escaped twice.
 */
export function maskOf(key: string): Mask {
	const hiddenKey = key.length < SHORT_KEY ? alone(quoted(key)) : quoted(key);
	const token = `(?:[\\w-]|${quoted('.')})+`;
	const secrets = new RegExp(`(${quoted(BEFORE_TOKEN)})${token}|${hiddenKey}`, 'gu');
	return (text) =>
		text.replace(secrets, (_, link?: string) => (link ? `${link}(hidden)` : '(API Key)'));
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
		...(bytes.length > 1 ? [`%(?:25){0,4}${hex}`] : []),
		`&(?:amp;){0,3}#(?:0{0,6}${code}|[xX]0{0,6}${hex});`,
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
	if (replaced === text && !text.includes('\\u')) return text;
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
