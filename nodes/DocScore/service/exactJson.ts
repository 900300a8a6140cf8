import { parseJson } from './json';

/** Nothing else can hold a number that JavaScript does not hold exactly; a text rarely does. */
const MAY_CHANGE = /[\d.]{16}|\d[eE][-+]?\d{3}/;

/** What tells where texts begin and end, so that numbers in them are passed over. */
const TOKENS = /\\.|"|-?\d[\d.eE+-]*/gs;

/**
 * The JSON value in a text, or undefined where the text is no JSON. A number that JavaScript would
 * change is a text of its digits instead: an invoice must not get another number.
 */
export function parseExactly(text: string): unknown {
	const value = parseJson(text);
	if (value === undefined || !MAY_CHANGE.test(text)) return value;
	return parseJson(replaceChanged(text, (number) => `"${number}"`));
}

/** The first number in JSON that JavaScript would change; undefined where there is none. */
export function changedNumber(text: string): string | undefined {
	let first: string | undefined;
	if (parseJson(text) === undefined || !MAY_CHANGE.test(text)) return undefined;
	replaceChanged(text, (number) => {
		first ??= number;
		return number;
	});
	return first;
}

function replaceChanged(json: string, replace: (number: string) => string): string {
	let isText = false;
	return json.replace(TOKENS, (token) => {
		if (token === '"') isText = !isText;
		const isNumber = !isText && token !== '"';
		return isNumber && !isHeld(token) ? replace(token) : token;
	});
}

/** JavaScript shows no number to more digits. */
const MAX_DIGITS = 100;

/**
 * Whether JavaScript holds the number as it is written. A fraction such as 0.10000000000000001 is,
 * as it is 0.1 to as many digits; it is how some services write it.
 */
function isHeld(written: string): boolean {
	const { digits, exponent } = valueOf(written);
	if (digits.length > MAX_DIGITS) return false;
	const number = Number(written);
	if (!Number.isFinite(number)) return false;
	const held = exponent < 0 ? number.toPrecision(Math.max(1, digits.length)) : String(number);
	const value = valueOf(held);
	return value.digits === digits && value.exponent === exponent;
}

/** Digits without zeros around them, and the power of ten of the last one. */
function valueOf(written: string): { digits: string; exponent: number } {
	const [, whole = '', fraction = '', power = '0'] =
		/^-?(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(written) ?? [];
	const all = (whole + fraction).replace(/^0+/, '');
	const end = lastDigit(all);
	const digits = all.slice(0, end);
	if (digits === '') return { digits, exponent: 0 };
	return { digits, exponent: Number(power) - fraction.length + all.length - end };
}

/** Where zeros at the end begin; a pattern would look at each zero in a long number again and again. */
function lastDigit(digits: string): number {
	let end = digits.length;
	while (digits[end - 1] === '0') end--;
	return end;
}
