import fc from 'fast-check';
import { applyRules } from '../../../nodes/DocScore/rules/applyRules';
import type { FieldRule, Format } from '../../../nodes/DocScore/rules/conversions';
import { DATE_FORMATS, type DateFormat } from '../../../nodes/DocScore/rules/date';
import { NUMBER_FORMATS, type NumberFormat } from '../../../nodes/DocScore/rules/number';
import { holds } from '../../harness/jest/draws';
import { FORMAT } from './format';

/** A value as a document means it, and as it writes it. */
interface Meant {
	value: number | string;
	text: string;
}

const MARKS: Record<NumberFormat, [group: string, decimal: string]> = {
	commaPoint: [',', '.'],
	pointComma: ['.', ','],
	spaceComma: [' ', ','],
	spacePoint: [' ', '.'],
	apostrophePoint: ["'", '.'],
};

/** A document of 3 to 12 numbers in one format: whole ones, cents, and quantities with three decimals. */
const ofNumbers = fc
	.record({
		format: fc.constantFrom(...NUMBER_FORMATS),
		isGrouped: fc.boolean(),
		unit: fc.constantFrom('', ' EUR', ' zł', ' KWD'),
		numbers: fc.array(fc.tuple(fc.nat({ max: 99_999_999 }), fc.constantFrom(0, 0, 2, 2, 3)), {
			minLength: 3,
			maxLength: 12,
		}),
	})
	.map(({ format, isGrouped, unit, numbers }) => {
		const [group, decimal] = MARKS[format];
		const meant = numbers.map(([all, decimals]): Meant => {
			const digits = String(all).padStart(decimals + 1, '0');
			const whole = digits.slice(0, digits.length - decimals);
			const fraction = digits.slice(digits.length - decimals);
			const grouped = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole;
			const text = grouped + (decimals > 0 ? decimal + fraction : '') + unit;
			return { value: Number(`${whole}.${fraction}`), text };
		});
		return { setting: { numberFormat: format }, meant };
	});

const IN_ORDER: Record<DateFormat, (parts: [string, string, string]) => string[]> = {
	dmy: ([year, month, day]) => [day, month, year],
	mdy: ([year, month, day]) => [month, day, year],
	ymd: (parts) => parts,
};

/** A document of 3 to 12 dates in one order. */
const ofDates = fc
	.record({
		order: fc.constantFrom(...DATE_FORMATS),
		separator: fc.constantFrom('/', '.', '-'),
		isPadded: fc.boolean(),
		dates: fc.array(
			fc.date({
				min: new Date('1980-01-01T00:00Z'),
				max: new Date('2039-12-31T00:00Z'),
				noInvalidDate: true,
			}),
			{ minLength: 3, maxLength: 12 },
		),
	})
	.map(({ order, separator, isPadded, dates }) => {
		const meant = dates.map((date): Meant => {
			const value = date.toISOString().slice(0, 10);
			const [year = '', month = '', day = ''] = value.split('-');
			const short = (part: string) => (isPadded ? part : part.replace(/^0/, ''));
			return { value, text: IN_ORDER[order]([year, short(month), short(day)]).join(separator) };
		});
		return { setting: { dateFormat: order }, meant };
	});

/** What comes of the values of a document: null for an issue. */
async function read(meant: Meant[], conversion: FieldRule['conversion'], format: Partial<Format>) {
	const fields = meant.map(({ text }, at) => ({ name: `f${at}`, value: text, reasoning: null }));
	const rules = fields.map(
		({ name }): FieldRule => ({
			field: name,
			required: false,
			conversion,
			format: { ...FORMAT, ...format },
		}),
	);
	const { fields: results, unconverted } = await applyRules(fields, rules);
	return results.map(({ name, value }) => (unconverted.has(name) ? null : value));
}

const KINDS = [
	['number', ofNumbers],
	['date', ofDates],
] as const;

test.each(KINDS)(
	'a %s of a document that writes in one way is read as it is meant, or is an issue',
	async (conversion, documents) => {
		const told = { values: 0, detected: 0, chosen: 0 };
		const drawn: fc.Arbitrary<{ setting: Partial<Format>; meant: Meant[] }> = documents;
		const property = fc.asyncProperty(drawn, async ({ setting, meant }) => {
			const detect = { numberFormat: 'detect', dateFormat: 'detect' } as const;
			const detected = await read(meant, conversion, detect);
			const chosen = await read(meant, conversion, setting);
			const other = (results: unknown[]) =>
				results.filter((result, at) => result !== null && result !== meant[at]?.value);
			expect([meant, other(detected), other(chosen)]).toEqual([meant, [], []]);
			told.values += meant.length;
			told.detected += detected.filter((value) => value !== null).length;
			told.chosen += chosen.filter((value) => value !== null).length;
		});
		const share = (count: number) => `${((100 * count) / told.values).toFixed(1)} %`;
		await holds(`Documents of ${conversion}s`, property, { numRuns: 400 }, () => [
			`read: ${share(told.detected)} with Detect, ${share(told.chosen)} with the right setting`,
		]);
		expect(told.detected / told.values).toBeGreaterThan(0.95);
	},
);
