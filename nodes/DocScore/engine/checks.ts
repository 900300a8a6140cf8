import { InputError } from './input';

/** The ID of a run or a template. */
export const UUID_PATTERN =
	'[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
const UUID = new RegExp(`^${UUID_PATTERN}$`);
const HTTP_URL = /^https?:\/\/[^\s/]+/i;

/** The different IDs in a text, such as the one in the address of a page. */
export const uuidsIn = (text: string): string[] => [
	...new Set(text.match(new RegExp(UUID_PATTERN, 'g'))),
];

/** @throws InputError */
export function checkUuid(field: string, value: string, where: string): string {
	if (UUID.test(value)) return value;
	const advice = `Enter an ID such as 5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18, ${where}`;
	throw new InputError(field, value, value === '' ? 'is empty' : 'is not a UUID', advice);
}

/** @throws InputError */
export function checkHttpUrl(field: string, value: string): string {
	if (HTTP_URL.test(value) && URL.canParse(value)) return value;
	const advice = 'Enter a full address that starts with http:// or https://';
	throw new InputError(field, value, 'is not an http(s) URL', advice);
}
