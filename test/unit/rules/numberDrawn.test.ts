import fc from 'fast-check';
import { convert } from '../../../nodes/DocScore/rules/conversions';
import { NUMBER_FORMATS, type NumberFormat } from '../../../nodes/DocScore/rules/number';
import { holds } from '../../harness/jest/draws';
import { FORMAT } from './format';

const GROUPS: Record<NumberFormat, string[]> = {
	commaPoint: [','],
	pointComma: ['.'],
	spaceComma: [' ', '\u00A0', '\u202F', '\u2009', '\u2007', '\u3000'],
	spacePoint: [' ', '\u00A0'],
	apostrophePoint: ["'", '’'],
};
const DECIMAL: Record<NumberFormat, string> = {
	commaPoint: '.',
	pointComma: ',',
	spaceComma: ',',
	spacePoint: '.',
	apostrophePoint: '.',
};

const grouped = (digits: string, group: string) => digits.replace(/\B(?=(\d{3})+$)/g, group);

/** Forms with a sign and a unit around the digits, each with whether the number is negative. */
const AROUND: Array<[isNegative: boolean, write: (digits: string, unit: string) => string]> = [
	[false, (digits) => digits],
	[false, (digits) => `+${digits}`],
	[false, (digits, unit) => `${unit} ${digits}`],
	[false, (digits, unit) => `${digits}\u00A0${unit}`],
	[true, (digits) => `-${digits}`],
	[true, (digits) => `\u2212${digits}`],
	[true, (digits) => `${digits}-`],
	[true, (digits) => `(${digits})`],
	[true, (digits, unit) => `-${unit}${digits}`],
	[true, (digits, unit) => `${unit}-${digits}`],
	[true, (digits, unit) => `${unit} -${digits}`],
	[true, (digits, unit) => `${digits}- ${unit}`],
	[true, (digits, unit) => `(${unit} ${digits})`],
	[true, (digits, unit) => `(${digits} ${unit})`],
	[true, (digits, unit) => `(${digits}) ${unit}`],
	[true, (digits, unit) => `${unit}(${digits})`],
];

const UNITS = ['€', '$', 'US$', 'R$', '₹', 'EUR', 'JPY', 'kr', 'zł', 'Kč', 'Ft', 'Euro'];

const TWO_WAYS = { ok: false, problem: expect.stringMatching(/^can be read as/) };

const NO_NUMBER = { ok: false, problem: expect.stringMatching(/^is not a number/) };

/** Whether three decimals beside a currency may be a group of digits. */
const mayBeGrouped = (text: string, unit: string) =>
	text.includes(unit) &&
	/(?<!\d)[1-9]\d{0,2}[.,]\d{3}(?!\d)/.test(text) &&
	!/\d[ '’\u00A0\u202F\u2009\u2007\u3000.,]\d{3}[.,]\d/.test(text);

test.each(NUMBER_FORMATS)(
	'a number written as %s is read as the same number',
	async (numberFormat) => {
		const drawn = fc.record({
			all: fc.nat({ max: 999_999_999_999_999 }),
			decimals: fc.integer({ min: 0, max: 4 }),
			group: fc.constantFrom('', ...GROUPS[numberFormat]),
			around: fc.constantFrom(...AROUND),
			unit: fc.constantFrom(...UNITS),
		});
		const property = fc.asyncProperty(drawn, async ({ all, decimals, group, around, unit }) => {
			const digits = String(all).padStart(decimals + 1, '0');
			const whole = digits.slice(0, digits.length - decimals);
			const fraction = digits.slice(digits.length - decimals);
			const [isNegative, write] = around;
			const end = decimals > 0 ? DECIMAL[numberFormat] + fraction : '';
			const text = write(grouped(whole, group) + end, unit);
			const amount = Number(`${whole}.${fraction}`);
			const value = isNegative && amount !== 0 ? -amount : amount;
			expect([text, convert(text, 'number', { ...FORMAT, numberFormat })]).toEqual([
				text,
				// Where amounts have no decimals, the dash may close them.
				/(?<![.,]\d\d?)- (?:JPY|Ft|kr|\$)$/.test(text)
					? NO_NUMBER
					: mayBeGrouped(text, unit)
						? TWO_WAYS
						: expect.objectContaining({ ok: true, value }),
			]);
		});
		await holds(`numbers as ${numberFormat}`, property, { numRuns: 350 });
	},
);

test.each(NUMBER_FORMATS)('%s accepts complete groups or none', async (numberFormat) => {
	const characters = fc.constantFrom(...'0123456789', ...'.,', ...".,' ", ...'00000');
	const texts = fc.string({ unit: characters, minLength: 3, maxLength: 12 });
	const property = fc.asyncProperty(texts, async (drawn) => {
		// Quotes around the text are not part of it; a point at the end is that of a sentence.
		const bare = drawn.trim().replace(/^'([^']+)'$/, '$1');
		const text = bare.trim().replace(/(?<=\d)\.$/, '');
		const [group = ''] = GROUPS[numberFormat];
		const [whole = '', fraction = '', ...more] = text.split(DECIMAL[numberFormat]);
		const digits = whole.replaceAll(group, '');
		const end = text.slice(whole.length);
		const indian =
			numberFormat === 'commaPoint' ? [digits.replace(/\B(?=(\d\d)*\d{3}$)/g, ',')] : [];
		const written = [
			digits,
			...(digits.startsWith('0') ? [] : [grouped(digits, group), ...indian]),
		];
		const isNumber =
			/^\d+$/.test(digits + fraction) && more.length === 0 && end.length !== 1 && text !== '';
		expect([text, convert(drawn, 'number', { ...FORMAT, numberFormat })]).toEqual([
			text,
			isNumber && written.some((each) => each + end === text)
				? { ok: true, value: Number(`${digits}.${fraction}`) }
				: /^(\.{3,4})?$/.test(text)
					? { ok: true, value: null }
					: { ok: false, problem: expect.any(String) },
		]);
	});
	await holds(`groups as ${numberFormat}`, property, { numRuns: 700 });
});
