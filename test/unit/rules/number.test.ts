// Sources: rules/currency.ts, rules/digits.ts
import { convert, type Format } from '../../../nodes/DocScore/rules/conversions';
import { currenciesOf } from '../../../nodes/DocScore/rules/currency';
import {
	NUMBER_EXAMPLES,
	NUMBER_FORMATS,
	type NumberFormat,
} from '../../../nodes/DocScore/rules/number';
import { AMOUNTS } from './amounts';
import { FORMAT } from './format';
import { NUMBERS, TWO } from './numbers';

const read = (value: Parameters<typeof convert>[0], numberFormat: Format['numberFormat']) =>
	convert(value, 'number', { ...FORMAT, numberFormat });

const unlike = (format: NumberFormat) => ({
	ok: false,
	problem: `is not a number such as ${NUMBER_EXAMPLES[format]}`,
});

test('the formats are the columns of the table', () => {
	expect(Object.values(NUMBER_EXAMPLES)).toEqual([
		'1,234.56',
		'1.234,56',
		'1 234,56',
		'1 234.56',
		"1'234.56",
	]);
	expect(Object.keys(NUMBER_EXAMPLES)).toEqual(NUMBER_FORMATS);
});

// The first test that needs the index of units, which is made once.
test('a unit is a sign, an abbreviation or a name of currencies in some language', () => {
	const units = {
		R$: 'BRL',
		D: 'GMD',
		zl: 'PLN',
		złotych: 'PLN',
		riel: 'KHR',
		evrov: 'EUR',
		'dólares canadienses': 'CAD',
		// The francs of Africa have names of their own, and these letters scale a number.
		Frank: 'CDF,CHF,DJF,GNF',
		K: '',
		'χιλ. πέσο': '',
		',': '',
	};
	const found = Object.keys(units).map((unit) => [unit, [...(currenciesOf(unit) ?? [])].join()]);
	expect(Object.fromEntries(found)).toEqual(units);
});

test.each([
	['￥123,456', 123_456],
	['¥12,500', 12_500],
	['12,500円', 12_500],
	['JPY 12,500', 12_500],
	['₩12,500', 12_500],
	['12.500 ₫', 12_500],
	['¥1.5', 1.5],
	['1.5円', 1.5],
	// Each of these is also the sign of a currency with decimals.
	['¥12.500', null],
	['$12,500', null],
	['12.500 kr', null],
	['CNY 12,500', null],
])('an amount in a currency without decimals has none: %s is %j', (text, number) => {
	const converted = read(text, 'detect');
	expect(converted.ok ? converted.value : null).toBe(number);
});

test.each([...NUMBERS, ...AMOUNTS])(
	'%j is %j, %j, %j, %j, %j, detected as %j',
	(text, ...numbers) => {
		const formats = [...NUMBER_FORMATS, 'detect'] as const;
		const results = formats.map((format) => {
			const converted = read(text, format);
			if (converted.ok) return converted.value;
			return converted.problem.startsWith('can be read as ') ? TWO : null;
		});
		expect(results).toEqual(numbers);
	},
);

test.each([
	[
		'1.409,67',
		'commaPoint',
		'is not a number such as 1,234.56 (Numbers Are Written: 1.234,56 fits)',
	],
	['1.50', 'pointComma', 'is not a number such as 1.234,56 (Numbers Are Written: Detect fits)'],
	['12 pcs', 'commaPoint', 'is not a number such as 1,234.56'],
	['12 pcs', 'detect', 'is not a number'],
	[
		'-12.500',
		'detect',
		'can be read as -12500 or -12.5 (select the format in Numbers Are Written)',
	],
	[
		'16,500 €',
		'pointComma',
		'can be read as 16.5 or 16500 (select the format in Numbers Are Written)',
	],
] as const)('%j as %s %s', (text, format, problem) => {
	expect(read(text, format)).toEqual({ ok: false, problem });
});

describe('a rule for a currency', () => {
	const inEuros = (text: string) => convert(text, 'number', { ...FORMAT, currency: 'EUR' });

	test.each(['12', '12 €', '12 EUR', '12 euros', 'EUR 12 €'])('accepts %j', (text) => {
		expect(inEuros(text)).toMatchObject({ ok: true, value: 12 });
	});

	test.each(['$12', '12 USD', '12 zł', '12 dollars'])('reports %j', (text) => {
		expect(inEuros(text)).toEqual({ ok: false, problem: 'is not in EUR' });
	});

	test('accepts a sign that many currencies share', () => {
		const inPesos = { ...FORMAT, currency: 'MXN' };
		expect(convert('$12', 'number', inPesos)).toMatchObject({ ok: true, value: 12 });
		expect(convert('US$12', 'number', inPesos)).toEqual({ ok: false, problem: 'is not in MXN' });
	});

	test('accepts a form of a name that many currencies share', () => {
		const inFrancs = { ...FORMAT, currency: 'CHF' };
		expect(convert('12 francs', 'number', inFrancs)).toMatchObject({ ok: true, value: 12 });
		const inColones = { ...FORMAT, currency: 'CRC' };
		expect(convert('12 colones', 'number', inColones)).toMatchObject({ ok: true, value: 12 });
	});
});

test.each(['5%', '12 %', '-5 %', '(5 %)', '12.5％', '5\u00A0%'])(
	'%j is a percentage, so the value is ambiguous',
	(text) => {
		expect(read(text, 'commaPoint')).toEqual({ ok: false, problem: 'is a percentage' });
	},
);

test.each(['€ 5%', '5 % €', '5 Rp', '5 rp.'])(
	'%j is neither an amount nor a percentage',
	(text) => {
		expect(read(text, 'commaPoint')).toEqual(unlike('commaPoint'));
	},
);

describe('a JSON number', () => {
	test.each([0, 5, -1234.5, 1e21, 0.1])('such as %j stays unchanged', (value) => {
		expect(read(value, 'pointComma')).toMatchObject({ ok: true, value });
	});

	test('loses the sign of zero', () => {
		expect(read(-0, 'commaPoint')).toMatchObject({ ok: true, value: 0 });
	});

	test.each([NaN, Infinity, true, false, {}, [5], []])('is not %p', (value) => {
		expect(read(value, 'commaPoint')).toEqual(unlike('commaPoint'));
	});
});

describe('digits', () => {
	const tooMany = { ok: false, problem: 'has too many digits for an exact number' };

	test.each([
		['123456789012345', 123456789012345],
		['-0000123,456,789,012,345', null],
		['123,456,789,012,345', 123456789012345],
		['1234567890123.45', 1234567890123.45],
		['0.123456789012345', 0.123456789012345],
		['.00000123456789012345', 0.00000123456789012345],
		[`${'0'.repeat(50)}5`, 5],
		[`0.${'0'.repeat(98)}5`, 5e-99],
		['9007199254740991', 9007199254740991],
		['9007199254740993', undefined],
		['12345678901234.56', 12345678901234.56],
		['1.000000000000000', 1],
		['1000000000000000', 1_000_000_000_000_000],
		['100,000,000,000,000,000', 100_000_000_000_000_000],
		[`1.${'0'.repeat(99)}`, 1],
		['12345678901234.567', undefined],
		[`1.${'0'.repeat(100)}`, null],
	])('of %j make %j', (text, value) => {
		const expected = value === null ? unlike('commaPoint') : { ok: true, value };
		expect(read(text, 'commaPoint')).toMatchObject(value === undefined ? tooMany : expected);
	});
});

test.each([
	['has a hidden soft hyphen', '1\u00AD234', 'U+00AD'],
	['has a hidden space', '1\u200B234', 'U+200B'],
	['has a hidden joiner', '5\u2060', 'U+2060'],
	['has a mark that turns it around', '\u202E12', 'U+202E'],
	['has a character beyond U+FFFF', '5\u{E0020}', 'U+E0020'],
])('the problem of a number that %s names the character', (_, text, code) => {
	expect(read(text, 'commaPoint')).toEqual({
		ok: false,
		problem: `is not a number such as 1,234.56, and has an invisible character (${code})`,
	});
});
