import fc from 'fast-check';
import { type Check, runChecks } from '../../../nodes/DocScore/rules/checks';
import { decimalOf, decimalText } from '../../../nodes/DocScore/rules/decimal';
import { typedName } from '../../../nodes/DocScore/rules/namedField';
import { applyRules } from '../../../nodes/DocScore/rules/applyRules';
import { holds } from '../../harness/jest/draws';
import { FORMAT } from './format';

/** An amount in millionths, as a whole number, and how many of its six decimals are written. */
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
const rule = (name: string) => ({
	field: typedName(name),
	required: false,
	conversion: 'number' as const,
	format: { ...FORMAT, numberFormat: 'commaPoint' as const },
});

test('a sum of decimals is exact', async () => {
	const told = { right: 0, wrong: 0 };
	const property = fc.asyncProperty(drawn, async ({ addends, off, tolerance }) => {
		const sum = addends.reduce((total, { parts }) => total + parts, 0n);
		const total = sum + off;
		const names = addends.map((_, at) => `a${at}`);
		const fields = [
			...addends.map(({ parts, decimals }, at) => field(`a${at}`, written(parts, decimals))),
			field('total', written(total, 6)),
		];
		const check: Check = {
			kind: 'sum',
			addends: names.map(typedName),
			total: typedName('total'),
			tolerance: decimalOf(Number(tolerance) / 1e6),
		};
		const { issues } = runChecks(
			applyRules(fields, [...names, 'total'].map(rule)),
			[check],
			fields,
		);
		const isWrong = (off < 0n ? -off : off) > tolerance;
		expect([issues.map((issue) => issue.check), fields]).toEqual([
			isWrong ? ['failed'] : [],
			fields,
		]);
		told[isWrong ? 'wrong' : 'right']++;
		if (!isWrong) return;
		const plainly = (parts: bigint) => written(parts, 6).replace(/\.?0+$/, '');
		const shown = addends.map(({ parts }) => plainly(parts));
		expect(issues[0]?.problem).toBe(
			`is ${plainly(total)}, but ${names.join(' + ')} is ${
				addends.length > 1 ? `${shown.join(' + ')} = ` : ''
			}${plainly(sum)}`,
		);
	});
	await holds('Sums', property, { numRuns: 1000 });
	expect(Math.min(told.right, told.wrong)).toBeGreaterThan(100);
});

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
