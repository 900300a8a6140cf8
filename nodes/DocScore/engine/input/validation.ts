import { InputError } from './inputError';

export const UUID_PATTERN =
	'[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
const UUID = new RegExp(`^${UUID_PATTERN}$`);
const HTTP_URL = /^https?:\/\/[^\s/]+/i;

/** The distinct IDs in a text, such as the URL of a page. */
export const uuidsIn = (text: string): string[] => [
	...new Set(text.match(new RegExp(UUID_PATTERN, 'g'))),
];

/** Patterns of common mistakes, with what the error says; the first match counts. */
type Mistakes = ReadonlyArray<readonly [looks: RegExp, told: string]>;

const OF_COMPUTER: Mistakes = [
	[/^$/, 'is empty'],
	[/^([a-z]:[\\/]|\\\\|file:|~?\/|\.{1,2}[\\/])/i, 'cannot be a file on a computer'],
	[/^[^/]*\.(docx?|gif|jpe?g|mp3|pdf|png|txt|wav|webp|xlsx?)$/i, 'cannot be the name of a file'],
];

const NO_ADDRESS: Mistakes = [...OF_COMPUTER, [/^https?:/i, 'is not a valid URL']];

const NO_ID: Mistakes = [
	...OF_COMPUTER,
	[/^https?:/i, 'cannot be a URL'],
	[/^[\da-f]{6,}(-[\da-f]*)+$/i, 'is not a valid ID'],
	[/^\d+$/, 'cannot be a number'],
];

function mistake(mistakes: Mistakes, value: string, otherwise: string): string {
	return mistakes.find(([looks]) => looks.test(value))?.[1] ?? otherwise;
}

/**
 * @param where to find the ID; the text follows "Enter the ID, such as …,"
 * @throws InputError
 */
export function checkUuid(field: string, value: string, where: string): string {
	if (UUID.test(value)) return value;
	const advice = `Enter the ID, such as 5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18, ${where}`;
	throw new InputError(field, value, mistake(NO_ID, value, 'cannot be a name'), advice);
}

export const isHttpUrl = (value: string): boolean => HTTP_URL.test(value) && URL.canParse(value);

/**
 * @param advice what to do if the value is not a URL
 * @throws InputError
 */
export function checkHttpUrl(field: string, value: string, advice: string): string {
	if (isHttpUrl(value)) return value;
	throw new InputError(
		field,
		value,
		mistake(NO_ADDRESS, value, 'must start with https://'),
		advice,
	);
}
