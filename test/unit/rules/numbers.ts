/** Stands for a text that two formats read in two ways. */
export const TWO = 'two';

/**
 * A text, and its number for the formats 1,234.56, 1.234,56, 1 234,56, 1 234.56 and 1'234.56, and if
 * the format is detected; null for none.
 */
export type NumberRow = [text: string, ...numbers: Array<number | typeof TWO | null>];

/** The row of a text without groups and decimals. */
export const alike = (text: string, number: number | null): NumberRow => [
	text,
	...Array.from({ length: 6 }, () => number),
];

const GROUPS_AND_DECIMALS: NumberRow[] = [
	alike('0', 0),
	alike('5', 5),
	alike('007', 7),
	alike('1234', 1234),
	['1,234', 1234, 1.234, 1.234, null, null, TWO],
	['1.234', 1.234, 1234, null, 1.234, 1.234, TWO],
	['1 234', null, null, 1234, 1234, null, 1234],
	["1'234", null, null, null, null, 1234, 1234],
	['1’234', null, null, null, null, 1234, 1234],
	['1‘234', null, null, null, null, 1234, 1234],
	['12,345', 12345, 12.345, 12.345, null, null, TWO],
	['123,456', 123456, 123.456, 123.456, null, null, TWO],
	['1234,567', null, 1234.567, 1234.567, null, null, 1234.567],
	['1234.567', 1234.567, null, null, 1234.567, 1234.567, 1234.567],
	['1,234.56', 1234.56, null, null, null, null, 1234.56],
	['1.234,56', null, 1234.56, null, null, null, 1234.56],
	['1 234,56', null, null, 1234.56, null, null, 1234.56],
	["1'234.56", null, null, null, null, 1234.56, 1234.56],
	['1 234.56', null, null, null, 1234.56, null, 1234.56],
	['1,234,567.8', 1234567.8, null, null, null, null, 1234567.8],
	['1.234.567,8', null, 1234567.8, null, null, null, 1234567.8],
	['1 234 567,8', null, null, 1234567.8, null, null, 1234567.8],
	["12'345’678.9", null, null, null, null, 12345678.9, 12345678.9],
	['12,34,567', 1234567, null, null, null, null, 1234567],
	['1,23', null, 1.23, 1.23, null, null, 1.23],
	['1.23', 1.23, null, null, 1.23, 1.23, 1.23],
	['1,2345', null, 1.2345, 1.2345, null, null, 1.2345],
	['0,123', null, 0.123, 0.123, null, null, 0.123],
	['0.123', 0.123, null, null, 0.123, 0.123, 0.123],
	['012,345', null, 12.345, 12.345, null, null, 12.345],
	['1,234.567', 1234.567, null, null, null, null, 1234.567],
	['1.234.567', null, 1234567, null, null, null, 1234567],
	['.5', 0.5, null, null, 0.5, 0.5, 0.5],
	[',5', null, 0.5, 0.5, null, null, 0.5],
	['-.5', -0.5, null, null, -0.5, -0.5, -0.5],
	alike('5.', 5),
	alike('5.-', 5),
	alike('5,-', 5),
	['1.50', 1.5, null, null, 1.5, 1.5, 1.5],
	['99.99', 99.99, null, null, 99.99, 99.99, 99.99],
	...[
		...["1'234,56", '0 123', '1,234,56', '1,234,5678', '1234,567.8', '1.2.3', '1,,234'],
		...['12.34.567', '1  234', '5,', "'5", '.'],
	].map((text) => alike(text, null)),
];

const NO_NUMBERS: NumberRow[] = [
	alike('٥', 5),
	alike('५', 5),
	...[
		...['NaN', 'Infinity', '1e5', '1E5', '0x1F', '5 to 6', '5-6', '5 6', '1 23', '5/6'],
		...['5;6', 'no. 5', '5\n6', '1\n234', '1\t234', '5²', '½', '5½', '⑤', '五', 'O5'],
		...['l5', '=5', '~5'],
	].map((text) => alike(text, null)),
];

const CHARACTERS: NumberRow[] = [
	alike(' 5\n', 5),
	alike('１２', 12),
	alike('９０', 90),
	['１，２３４．５６', 1234.56, null, null, null, null, 1234.56],
	['１\u00A0234,56', null, null, 1234.56, null, null, 1234.56],
	['1\u202F234,56', null, null, 1234.56, null, null, 1234.56],
	['1\u2009234,56', null, null, 1234.56, null, null, 1234.56],
	['1\u2007234,56', null, null, 1234.56, null, null, 1234.56],
	['1\u3000234,56', null, null, 1234.56, null, null, 1234.56],
	['1\u00A0234,56\u202F€', null, null, 1234.56, null, null, 1234.56],
	alike('1\u2003234', null),
	alike('\uFEFF5', 5),
];

export const NUMBERS = [...GROUPS_AND_DECIMALS, ...NO_NUMBERS, ...CHARACTERS];
