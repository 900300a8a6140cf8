import { convert, type Format } from '../../../nodes/DocScore/rules/conversions';
import { NUMBER_FORMATS, type NumberFormat } from '../../../nodes/DocScore/rules/number';
import { AMOUNTS } from './amounts';
import { FORMAT } from './format';
import { NUMBERS } from './numbers';

const WRITTEN: Record<NumberFormat, string> = {
	commaPoint: '1,234.56',
	pointComma: '1.234,56',
	spaceComma: '1 234,56',
	apostrophePoint: "1'234.56",
};

const read = (value: Parameters<typeof convert>[0], numberFormat: Format['numberFormat']) =>
	convert(value, 'number', { ...FORMAT, numberFormat });

const unlike = (format: NumberFormat) => ({
	ok: false,
	problem: `is not a number such as ${WRITTEN[format]}`,
});

test('the formats are the columns of the table', () => {
	expect(NUMBER_FORMATS).toEqual(Object.keys(WRITTEN));
});

test.each([...NUMBERS, ...AMOUNTS])('%j is %j, %j, %j, %j', (text, ...numbers) => {
	expect(NUMBER_FORMATS.map((format) => read(text, format))).toEqual(
		NUMBER_FORMATS.map((format, at) => {
			const value = numbers[at];
			return value === null ? unlike(format) : { ok: true, value };
		}),
	);
});

test.each(['5%', '12 %', '-5 %', '(5 %)', '12.5％', '5\u00A0%'])(
	'%j is a percentage, so the value is ambiguous',
	(text) => {
		expect(read(text, 'commaPoint')).toEqual({ ok: false, problem: 'is a percentage' });
	},
);

describe('a JSON number', () => {
	test.each([0, 5, -1234.5, 1e21, 0.1])('such as %j stays unchanged', (value) => {
		expect(read(value, 'pointComma')).toEqual({ ok: true, value });
	});

	test('loses the sign of zero', () => {
		expect(read(-0, 'commaPoint')).toEqual({ ok: true, value: 0 });
	});

	test.each([NaN, Infinity, true, false, {}, [5], ['\u200B'], []])('is not %p', (value) => {
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
		['9007199254740991', undefined],
		['9007199254740993', undefined],
		['12345678901234.56', undefined],
		['1.000000000000000', undefined],
		['100,000,000,000,000,000', undefined],
		[`1.${'0'.repeat(99)}`, undefined],
		[`1.${'0'.repeat(100)}`, null],
	])('of %j make %j', (text, value) => {
		const expected = value === null ? unlike('commaPoint') : { ok: true, value };
		expect(read(text, 'commaPoint')).toEqual(value === undefined ? tooMany : expected);
	});
});

test.each([
	['has a hidden soft hyphen', '1\u00AD234', 'U+00AD'],
	['has a hidden space', '1\u200B234', 'U+200B'],
	['has a hidden joiner', '5\u2060', 'U+2060'],
	['has a mark of direction', '\u200F5', 'U+200F'],
	['has a character beyond U+FFFF', '5\u{E0020}', 'U+E0020'],
])('the problem of a number that %s names the character', (_, text, code) => {
	expect(read(text, 'commaPoint')).toEqual({
		ok: false,
		problem: `is not a number such as 1,234.56, and has an invisible character (${code})`,
	});
});
