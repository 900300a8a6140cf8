import { InputError } from './input';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HTTP_URL = /^https?:\/\/[^\s/]+/i;

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
