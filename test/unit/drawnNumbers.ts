import fc from 'fast-check';
import type { NumberFormat } from '../../nodes/DocScore/rules/number';

const MARKS: Record<NumberFormat, [group: string, decimal: string]> = {
	commaPoint: [',', '.'],
	pointComma: ['.', ','],
	spaceComma: [' ', ','],
	spacePoint: [' ', '.'],
	apostrophePoint: ["'", '.'],
};

/** Digits times a power of ten, in a unique form for each value. */
function decimal(digits: string, power: number): string {
	const [, sign = '', all = ''] = /^(-?)0*(\d*)$/.exec(digits) ?? [];
	const significant = all.replace(/0+$/, '');
	return significant === ''
		? '0'
		: `${sign}${significant}e${power + all.length - significant.length}`;
}

/** The value of a number that JavaScript printed, in this form. */
export function worth(shown: string): string {
	const [mantissa = '', power = '0'] = shown.toLowerCase().split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	return decimal(whole + fraction, Number(power) - fraction.length);
}

/** A value in the JSON of the service. */
export interface Sent {
	/** The value as written in the JSON. */
	json: string;
	/** The value that its rule may return; null if it is not a number or is ambiguous. */
	worth: string | null;
	/** Number of written digits. A fraction may have more than necessary. */
	digits: number;
}

export interface DrawnNumber {
	digits: string;
	isNegative: boolean;
	decimals: number;
	power: number;
	form: 'number' | 'exponent' | 'text' | 'grouped' | 'amount' | 'percent' | 'exponentText' | 'none';
}

export const numbers = fc.record<DrawnNumber>({
	digits: fc.oneof(
		fc.nat({ max: 99_999 }).map(String),
		fc.bigInt({ min: 0n, max: 2n ** 54n }).map(String),
		fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map(String),
		fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
		fc.double({ noNaN: true, min: 0, max: 1e15 }).map((each) => each.toFixed(0)),
	),
	isNegative: fc.boolean(),
	decimals: fc.integer({ min: 0, max: 25 }),
	power: fc.integer({ min: -420, max: 420 }),
	form: fc.constantFrom(
		'number',
		'number',
		'exponent',
		'text',
		'grouped',
		'amount',
		'percent',
		'exponentText',
		'none',
	),
});

/** The number as a service or document may write it. */
export function write(
	{ digits, isNegative, decimals, power, form }: DrawnNumber,
	format: NumberFormat,
): Sent {
	const [group, point] = MARKS[format];
	const all = digits.padStart(decimals + 1, '0');
	const [whole, fraction] = [all.slice(0, all.length - decimals), all.slice(all.length - decimals)];
	const minus = isNegative ? '-' : '';
	const literal = `${minus}${whole}${fraction && `.${fraction}`}`;
	const text = `${minus}${whole}${fraction && point + fraction}`;
	const grouped = text.replace(whole, whole.replace(/\B(?=(\d{3})+$)/g, group));
	const value = decimal(minus + digits, -decimals);
	const more = { worth: value, digits: digits.replace(/^0+|0+$/g, '').length };
	const none = { worth: null, digits: 0 };
	switch (form) {
		case 'number':
			return { json: literal, ...more };
		case 'exponent':
			return {
				json: `${literal}E${power}`,
				...more,
				worth: decimal(minus + digits, power - decimals),
			};
		case 'text':
			return { json: JSON.stringify(text), ...more };
		case 'grouped':
			return { json: JSON.stringify(grouped), ...more };
		case 'amount':
			return { json: JSON.stringify(`${grouped} EUR`), ...more };
		case 'percent':
			return { json: JSON.stringify(`${grouped} %`), ...none };
		case 'exponentText':
			return { json: JSON.stringify(`${text}e5`), ...none };
		case 'none':
			return { json: JSON.stringify(`no. ${text}`), ...none };
	}
}
