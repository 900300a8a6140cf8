import type { ExtractedField } from '../service/types';
import { normalize, Problem } from './normalize';

/** Patterns of a currency: its ISO code, a sign such as $ or CA$, or a common abbreviation. */
const CURRENCY = [
	...Intl.supportedValuesOf('currency'),
	'[A-Z]{0,2}\\p{Sc}',
	'kr\\.?',
	'Fr\\.',
	'zł',
	'Kč',
	'Ft',
	'[Ee]uro',
].join('|');

export const NUMBER_FORMATS = [
	'commaPoint',
	'pointComma',
	'spaceComma',
	'apostrophePoint',
] as const;
export type NumberFormat = (typeof NUMBER_FORMATS)[number];

/** The separators between groups of digits, and before the decimals. */
const MARKS: Record<NumberFormat, readonly [group: string, decimal: string]> = {
	commaPoint: [',', '.'],
	pointComma: ['.', ','],
	spaceComma: [' ', ','],
	apostrophePoint: ["'", '.'],
};

/** Digits with what may surround them: brackets and signs at four places, a unit at two. */
const AMOUNT = new RegExp(
	`^(\\()?([-+])?((?:${CURRENCY}) ?)?([-+(])?([\\d.,' ]*\\d)([-)])?(?: ?(${CURRENCY}|%))?(\\))?$`,
	'u',
);

/** The sign by all brackets and signs of an amount. Two of the same meaning are a typo. */
const SIGNS = new Map([
	['', 1],
	['+', 1],
	['-', -1],
	['()', -1],
]);

/** JavaScript represents every number of up to 15 digits exactly, but not every number of 17. */
const MAX_DIGITS = 15;

export function toNumber(value: ExtractedField['value'], format: NumberFormat): number | Problem {
	if (typeof value === 'number' && Number.isFinite(value)) return withoutMinusZero(value);
	const [group, decimal] = MARKS[format];
	const unlike = new Problem(`is not a number such as 1${group}234${decimal}56`);
	const text = typeof value === 'string' ? normalize(value) : '';
	const [, open1, sign1, unit1, sign2, digits = '', close1, unit2, close2] =
		AMOUNT.exec(text) ?? [];
	const sign = SIGNS.get([open1, sign1, sign2, close1, close2].join(''));
	if (sign === undefined || (unit1 !== undefined && unit2 !== undefined)) return unlike;
	// The point of "kr.5" may belong to the currency or to the number.
	if (unit1?.endsWith(decimal) && /^\d+$/.test(digits)) return unlike;
	const written = new RegExp(
		`^(?:[1-9]\\d{0,2}(?:[${group}]\\d{3})+|\\d+)?(?:[${decimal}]\\d{1,99})?$`,
	);
	if (digits === '' || !written.test(digits)) return unlike;
	// It can mean 12 or 0.12.
	if (unit2 === '%') return new Problem('is a percentage');
	const number = digits.replaceAll(group, '').replace(decimal, '.');
	if (number.replace('.', '').replace(/^0+/, '').length > MAX_DIGITS) {
		return new Problem('has too many digits for an exact number');
	}
	return withoutMinusZero(sign * Number(number));
}

const withoutMinusZero = (number: number): number => number + 0;
