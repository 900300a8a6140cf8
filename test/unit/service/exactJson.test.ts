import fc from 'fast-check';
import { changedNumber, parseExactly } from '../../../nodes/DocScore/service/exactJson';
import { withoutSecrets } from '../../../nodes/DocScore/service/secrets';
import { holds } from '../../harness/jest/draws';
import { process } from '../../node';

/** JSON numbers that JavaScript represents exactly, or with all written digits. */
const HELD =
	'0 -0 7 -7 0.1 1.10 -12.50 0.10000000000000001 0.94999999999999995559 9007199254740991 9007199254740992 10000000000000000 1e21 1E+21 1.5e3 1e23 5e-324 1.7976931348623157e308 0.000 1.000000000000000000000 0e999 0.1e1 1000000000000000000000 0.000000000000001'.split(
		' ',
	);

/** JSON numbers that JavaScript would change. */
const CHANGED =
	'9007199254740993 -9007199254740993 12345678901234567890 12345678901234567168 100000000000000000000001 9007199254740993.0 9007199254740993e0 1234567890.1234567168e10 1e400 -1e400 1e-400 1.2e-324 0.1234567890123456789 123456789012345678.5 3.14159265358979323846'.split(
		' ',
	);

describe('JSON numbers', () => {
	it('of up to 100 digits, without zeros at the end, stay numbers', () => {
		const [hundred, more] = [`${5n ** 142n}e-142`, `${5n ** 144n}e-144`];
		expect(parseExactly(hundred)).toBe(2 ** -142);
		expect(parseExactly(more)).toBe(more);
		expect(parseExactly(`1${'0'.repeat(120)}`)).toBe(1e120);
	});

	test.each(HELD)('%s stays a number', (written) => {
		expect(parseExactly(`{"a":[${written}]}`)).toEqual({ a: [Number(written)] });
		expect(changedNumber(`[${written}]`)).toBeUndefined();
	});

	test.each(CHANGED)('%s keeps its digits as a text', (written) => {
		expect(parseExactly(` {"a": [${written} ,1]}`)).toEqual({ a: [written, 1] });
		expect(parseExactly(written)).toBe(written);
		expect(changedNumber(`{"a":2,"b":${written}}`)).toBe(written);
	});

	it.each(['"9007199254740993"', '"a\\"9007199254740993"', '"\\\\"', '"b\\\\\\" 1e400, 2"'])(
		'are not searched for in the text %s',
		(text) => {
			const json = `{${text}:${text},"n":9007199254740993,"t":[${text}]}`;
			const value: unknown = JSON.parse(text);
			expect(parseExactly(json)).toEqual({
				[String(value)]: value,
				n: '9007199254740993',
				t: [value],
			});
			expect(changedNumber(`[${text}]`)).toBeUndefined();
		},
	);

	it.each(['', '9007199254740993,', '{"a":9007199254740993', '[0123456789012345678]', '1e400x'])(
		'are not searched for in invalid JSON: %j',
		(text) => {
			expect(parseExactly(text)).toBeUndefined();
			expect(changedNumber(text)).toBeUndefined();
		},
	);

	it('keep their digits if a secret next to them is masked', () => {
		const reply = { status: 200, headers: {}, text: '{"a":"my secret","n":9007199254740993}' };
		const { text } = withoutSecrets(reply, (each) => each.replaceAll('secret', '(hidden)'));
		expect(parseExactly(text)).toEqual({ a: 'my (hidden)', n: '9007199254740993' });
	});

	it.each(['1', '1.', '\\\\', '\\"', '9007199254740993 ', '1e400 ', '1e'])(
		'are found fast in a long text of %j',
		(part) => {
			const json = `["${part.repeat(1_000_000 / part.length)}",9007199254740993]`;
			const startedAt = process.cpuUsage();
			expect(parseExactly(json)).toContain('9007199254740993');
			expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(1000);
		},
	);

	it('of a million digits are read fast', () => {
		const written = '1'.repeat(1_000_000);
		const startedAt = process.cpuUsage();
		for (const number of [written, `0.${written}`, `1.${written}e9`, `1e${written}`]) {
			expect(parseExactly(number)).toBe(number);
		}
		expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(1000);
	});
});

/** Digits and power of ten of a number, in a unique form for each value. */
function worth(written: string): string {
	const [mantissa = '', power = '0'] = written.toLowerCase().split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	const [, sign = '', digits = '', zeros = ''] = /^(-?)0*(\d*?)(0*)$/.exec(whole + fraction) ?? [];
	return digits === '' ? '0' : `${sign}${digits}e${Number(power) - fraction.length + zeros.length}`;
}

const literals = fc
	.record({
		digits: fc.oneof(
			fc.nat({ max: 99_999 }).map(String),
			fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map(String),
			fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
		),
		sign: fc.constantFrom('', '-'),
		decimals: fc.integer({ min: 0, max: 25 }),
		exponent: fc.oneof(
			fc.constant(''),
			fc.integer({ min: -420, max: 420 }).map((at) => `E${at}`),
		),
	})
	.map(({ digits, sign, decimals, exponent }) => {
		const all = digits.padStart(decimals + 1, '0');
		const fraction = all.slice(all.length - decimals);
		return sign + all.slice(0, all.length - decimals) + (fraction && `.${fraction}`) + exponent;
	});

test('any JSON number is the same number to all of its digits, or a text of them', async () => {
	const told = { numbers: 0, texts: 0 };
	const property = fc.asyncProperty(literals, async (literal) => {
		const value = parseExactly(literal);
		told[typeof value === 'number' ? 'numbers' : 'texts']++;
		if (typeof value !== 'number') {
			expect(value).toBe(literal);
			return;
		}
		// A fraction has few binary equals, but is as it was written in so many digits.
		const digits = literal.replace(/E.*/, '').replace(/[-.]/g, '').replace(/^0+/, '').length;
		const forms = [String(value), value.toPrecision(Math.min(100, Math.max(1, digits)))];
		expect([literal, forms.map(worth)]).toEqual([
			literal,
			expect.arrayContaining([worth(literal)]),
		]);
	});
	await holds('Numbers of JSON', property, { numRuns: 700 });
	expect(Math.min(told.numbers, told.texts)).toBeGreaterThan(100);
});
