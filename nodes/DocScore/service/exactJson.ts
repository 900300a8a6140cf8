import { parseJson } from './json';

/**
 * Whether a text can contain a number that JavaScript cannot represent. Other texts rarely match,
 * because the pattern begins before the number: many IDs contain something like 4e123.
 */
const MAY_CHANGE = /(?:^|[[:,\s])-?(?:[\d.]{16}|[\d.]+[eE][-+]?\d{3})/;

/** Escapes, quotes and numbers, so that numbers within strings can be skipped. */
const TOKENS = /\\.|"|-?\d[\d.eE+-]*/gs;

/**
 * Parses JSON; undefined if the text is not JSON. A number that JavaScript would change becomes a
 * text of its digits, so that no invoice number changes.
 */
export function parseExactly(text: string): unknown {
	const value = parseJson(text);
	if (value === undefined || !MAY_CHANGE.test(text)) return value;
	return parseJson(replaceChanged(text, (number) => `"${number}"`));
}

/** The first number in JSON that JavaScript would change; undefined if there is none. */
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
		// A quote has no digits, so it is held.
		return isText || isHeld(token) ? token : replace(token);
	});
}

/** The most digits of `toPrecision`. */
const MAX_DIGITS = 100;

/**
 * Whether JavaScript represents the number as it is written. 0.10000000000000001, as some services
 * write 0.1, also counts: 0.1 has these digits.
 */
function isHeld(written: string): boolean {
	const { digits, exponent } = valueOf(written);
	if (digits.length > MAX_DIGITS) return false;
	const number = Number(written);
	const held = exponent < 0 ? number.toPrecision(digits.length) : String(number);
	// No number is so far from what is written that only the power of ten differs.
	return valueOf(held).digits === digits;
}

/**
 * The digits without leading and trailing zeros, and the power of ten of the last digit. Infinity has
 * no digits.
 */
function valueOf(written: string): { digits: string; exponent: number } {
	// Stryker disable next-line StringLiteral: an empty power is 0, too, and Infinity is never held
	const [, whole = '', fraction = '', power = '0'] =
		// Stryker disable next-line ArrayDeclaration: the first entry is not used
		/(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?/.exec(written) ?? [];
	const all = (whole + fraction).replace(/^0+/, '');
	const end = lastDigit(all);
	const digits = all.slice(0, end);
	if (digits === '') return { digits, exponent: 0 };
	return { digits, exponent: Number(power) - fraction.length + all.length - end };
}

/**
 * The index after the last nonzero digit; a regular expression would check each zero of a long
 * number repeatedly.
 */
function lastDigit(digits: string): number {
	let end = digits.length;
	while (digits[end - 1] === '0') end--;
	return end;
}
