import fc from 'fast-check';
import { type Check, runChecks } from '../../../nodes/DocScore/rules/checks';
import type { Conversion, FieldRule } from '../../../nodes/DocScore/rules/conversions';
import { type Decimal, decimalOf, decimalText } from '../../../nodes/DocScore/rules/decimal';
import { applyRules } from '../../../nodes/DocScore/rules/applyRules';
import type { ExtractedField } from '../../../nodes/DocScore/service/types';
import { holds } from '../../harness/jest/draws';
import { FORMAT } from './format';

/** An amount in millionths, and how many of its six decimals are written. */
const amounts = fc
	.tuple(
		fc.oneof(fc.bigInt(-999n, 999n), fc.bigInt(-9_999_999n, 9_999_999n)),
		fc.integer({ min: 0, max: 6 }),
	)
	.map(([units, decimals]) => ({ parts: units * 10n ** BigInt(6 - decimals), decimals }));

function written(parts: bigint, decimals: number): string {
	const digits = (parts < 0n ? -parts : parts).toString().padStart(7, '0');
	const fraction = digits.slice(-6).slice(0, decimals);
	const text = digits.slice(0, -6) + (fraction === '' ? '' : `.${fraction}`);
	return parts < 0n ? `-${text}` : text;
}

const drawn = fc.record({
	addends: fc.array(amounts, { minLength: 1, maxLength: 6 }),
	off: fc.oneof(fc.constant(0n), fc.bigInt(-3n, 3n), fc.bigInt(-(10n ** 7n), 10n ** 7n)),
	tolerance: fc.constantFrom(0n, 1n, 10_000n, 1_000_000n),
});

const field = (name: string, value: string) => ({ name, value, reasoning: null });
const rule = (name: string, conversion: Conversion = 'number'): FieldRule => ({
	field: name,
	required: false,
	conversion,
	format: { ...FORMAT, numberFormat: 'commaPoint' },
});

type Amount = { parts: bigint; decimals: number };

/** The form of the amounts in a run, and the check that adds them up. */
interface Form {
	fieldsOf(addends: Amount[]): ExtractedField[];
	rulesOf(addends: Amount[]): FieldRule[];
	checkOf(addends: Amount[], more: { total: string; tolerance: Decimal }): Check;
	/** How an issue names the sum. */
	shown(addends: Amount[]): string;
}

const namesOf = (addends: Amount[]) => addends.map((_, at) => `a${at}`);

const FORMS: Record<string, Form> = {
	'fields add up': {
		fieldsOf: (addends) =>
			addends.map(({ parts, decimals }, at) => field(`a${at}`, written(parts, decimals))),
		rulesOf: (addends) => namesOf(addends).map((name) => rule(name)),
		checkOf: (addends, more) => ({
			kind: 'sum',
			addends: namesOf(addends),
			...more,
		}),
		shown: (addends) => {
			const shown = addends.map(({ parts }) => plainly(parts)).join(' + ');
			const sum = addends.length > 1 ? `${shown} = ` : '';
			return `${namesOf(addends).join(' + ')} is ${sum}`;
		},
	},
	'a column adds up': {
		fieldsOf: (addends) => {
			// Every second row has an empty cell, which counts as zero.
			const rows = addends.flatMap(({ parts, decimals }) => [written(parts, decimals), '']);
			return [field('lines', ['item;amount', ...rows.map((cell) => `x;${cell}`)].join('\n'))];
		},
		rulesOf: () => [rule('lines', 'table'), rule('lines.amount')],
		checkOf: (_, more) => ({
			kind: 'sum',
			addends: ['lines.amount'],
			...more,
		}),
		shown: ({ length }) => `lines.amount (${length} ${length === 1 ? 'value' : 'values'}) is `,
	},
};

test.each([
	[1e21, '1000000000000000000000'],
	[1.5e-7, '0.00000015'],
])('%d is exact, although JavaScript writes it with an exponent', (number, text) => {
	expect(decimalText(decimalOf(number))).toBe(text);
});

const plainly = (parts: bigint) => written(parts, 6).replace(/\.?0+$/, '');

test.each(Object.entries(FORMS))(
	'%s as whole numbers of their smallest part do',
	async (name, form) => {
		const told = { right: 0, wrong: 0 };
		const property = fc.asyncProperty(drawn, async ({ addends, off, tolerance }) => {
			const sum = addends.reduce((total, { parts }) => total + parts, 0n);
			const total = sum + off;
			const fields = [...form.fieldsOf(addends), field('total', written(total, 6))];
			const check = form.checkOf(addends, {
				total: 'total',
				tolerance: decimalOf(Number(tolerance) / 1e6),
			});
			const rules = [...form.rulesOf(addends), rule('total')];
			const { issues } = runChecks(await applyRules(fields, rules), [check], fields);
			const isWrong = (off < 0n ? -off : off) > tolerance;
			expect([issues.map((issue) => issue.check), fields]).toEqual([
				isWrong ? ['failed'] : [],
				fields,
			]);
			told[isWrong ? 'wrong' : 'right']++;
			if (!isWrong) return;
			const problem = `is ${plainly(total)}, but ${form.shown(addends)}${plainly(sum)}`;
			expect(issues[0]?.problem).toBe(problem);
		});
		await holds(`Sums: ${name}`, property, { numRuns: 1000 });
		expect(Math.min(told.right, told.wrong)).toBeGreaterThan(100);
	},
);

test.each([
	[0, '0'],
	[-0.05, '-0.05'],
	[100, '100'],
	[1e21, '1000000000000000000000'],
	[1.5e-7, '0.00000015'],
	[-1e-99, `-0.${'0'.repeat(98)}1`],
])('the number %d is %s', (number, text) => {
	expect(decimalText(decimalOf(number))).toBe(text);
});
