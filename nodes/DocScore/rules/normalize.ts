/**
 * Why a value is not converted, or a check is not possible. The text follows the field's name, as in "is
 * not a date", or "cannot be checked, because".
 */
export class Problem {
	constructor(readonly text: string) {}
}

/** Whether a text contains only invisible characters. */
const isBlank = (text: string): boolean =>
	!/[^\s\u2800\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text);

/** What models and forms write for a value that a document does not have. */
const IN_WORDS = [
	'null|none|nil|undefined|empty|unknown|unbekannt|missing|n/?a|n/d|n\\. ?a\\.|k\\. ?a\\.|n\\. ?v\\. ?t\\.',
	'not (?:applicable|available|found|given|indicated|known|listed|mentioned|present|provided|recorded|shown|specified|stated|visible)',
	'no (?:value|data|information)|(?:keine|ohne) angaben?|nie (?:dotyczy|podano|określono)|не (?:указан|найден)[оаы]?',
	'nicht (?:angegeben|anwendbar|bekannt|erkennbar|ersichtlich|gefunden|genannt|verfügbar|vorhanden|zutreffend)',
	'niet (?:aangegeven|bekend|beschikbaar|gevonden|opgegeven|vermeld)',
	'non (?:applicable|disponible|disponibile|presente|(?:communiqu|indiqu|mentionn|précis|renseign|spécifi)ée?|(?:indicat|specificat)[oa])',
	'(?:no|não) (?:aplica|consta|disponible|disponível|(?:encontrad|especificad|indicad|informad|mencionad)[oa])',
].join('|');

const NOTHING = new RegExp(
	`^[([]?(?:(?:${IN_WORDS})(?: in (?:the|this) \\w+)?|-{1,3}|\\?{1,3}|…|\\.{3}|\\[\\]|\\{\\})\\.?[)\\]]?$`,
	'iu',
);

/** Whether a value is empty, or says that the document has none. */
export function isNothing(value: unknown): boolean {
	if (value === null || value === undefined) return true;
	if (typeof value !== 'string') return false;
	return isBlank(value) || (value.length < 100 && NOTHING.test(normalize(value)));
}

/** A text in bold or italics of Markdown, or in quotes. */
const WRAPPED = /^(\*{1,3}|["'“„«])([^*"'“”»]+)(?:\1|[”“»])$/;

/**
 * Replaces full-width forms, spaces, dashes and apostrophes with the usual ones, and leaves out marks
 * of the writing direction and what stands around the whole text. NFKC only for full-width forms; it
 * would turn 5² into 52.
 */
export const normalize = (text: string): string =>
	text
		.replace(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize('NFKC'))
		.replace(/[\u200E\u200F\u061C\u202A-\u202C\u2066-\u2069]/g, '')
		.replace(/[\u00A0\u2007\u2009\u202F\u3000]/g, ' ')
		.replace(/[\u2010-\u2015\u2212]/g, '-')
		.replace(/[\u2018\u2019\u02BC\u00B4`]/g, "'")
		.trim()
		.replace(WRAPPED, '$2')
		.trim();
