import { UTC } from '../../../nodes/DocScore/engine/input/timezone';
import { typedName } from '../../../nodes/DocScore/rules/namedField';
import type { FieldRule } from '../../../nodes/DocScore/rules/fieldRule';
import { applyRules } from '../../../nodes/DocScore/rules/applyRules';
import type { ExtractedField } from '../../../nodes/DocScore/service/types';

const format = {
	numberFormat: 'commaPoint',
	dateFormat: 'dmy',
	separator: 'comma',
	timezone: UTC,
} as const;

const ruleFor = (field: string, more: Partial<FieldRule> = {}): FieldRule => ({
	field: typedName(field),
	required: false,
	conversion: 'asIs',
	format,
	...more,
});

const field = (name: string, value: ExtractedField['value'], reasoning: string | null = null) => ({
	name,
	value,
	reasoning,
});

describe('rules for fields', () => {
	it('leave fields without a rule as they are, in their order', () => {
		const fields = [field('b', '1,5'), field('a', null, 'not found'), field('c', ['x', 1])];
		expect(applyRules(fields, [])).toEqual({ fields, issues: [], unconverted: new Set() });
		const number = ruleFor('a', { conversion: 'number' });
		expect(applyRules(fields, [number])).toEqual({ fields, issues: [], unconverted: new Set() });
	});

	it.each<[ExtractedField['value'], boolean]>([
		[null, true],
		[undefined, true],
		['', true],
		[' \n', true],
		['\u200B', true],
		[' \uFEFF\u2060\u00AD\u3164\u2800\u0000 ', true],
		[['\u200B', ''], true],
		['\u200B0', false],
		['é', false],
		[['\u200B', 0], false],
		[['', 'é'], false],
		[[], true],
		[0, false],
		[false, false],
		['0', false],
		[[null], false],
		[{}, false],
	])('treat %j as missing: %s', (value, isMissing) => {
		const { issues } = applyRules([field('a', value, 'why')], [ruleFor('a', { required: true })]);
		const issue = { field: 'a', problem: 'is missing', value, reasoning: 'why' };
		expect(issues).toEqual(isMissing ? [issue] : []);
		expect(applyRules([field('a', value)], [ruleFor('a')]).issues).toEqual([]);
	});

	it('report at most one problem for each rule, in the order of the rules, with the original value', () => {
		const fields = [field('total', 'n/a', 'Page 1'), field('date', '14/03/2025'), field('no', '')];
		const result = applyRules(fields, [
			ruleFor('no', { required: true, conversion: 'text' }),
			ruleFor('total', { required: true, conversion: 'number' }),
			ruleFor('date', { required: true, conversion: 'date' }),
			ruleFor('iban', { required: true }),
			ruleFor('note'),
		]);
		expect(result).toEqual({
			fields: [
				field('total', 'n/a', 'Page 1'),
				field('date', '2025-03-14'),
				field('no', ''),
				field('iban', null),
				field('note', null),
			],
			issues: [
				{ field: 'no', problem: 'is missing', value: '', reasoning: null },
				{
					field: 'total',
					problem: 'is not a number such as 1,234.56',
					value: 'n/a',
					reasoning: 'Page 1',
				},
				{ field: 'iban', problem: 'is missing', value: null, reasoning: null },
			],
			unconverted: new Set(['total']),
		});
	});

	it('make cells that are ordinary properties, also of a column that the table lacks', () => {
		const rules = [
			ruleFor('lines', { conversion: 'table' }),
			ruleFor('lines.price', { conversion: 'number' }),
			ruleFor('lines.tax'),
		];
		const { fields } = applyRules([field('lines', [{ price: '1.50' }])], rules);
		const [row] = [fields[0]?.value].flat();
		const plain = { price: 1.5, tax: null };
		expect(Object.getOwnPropertyDescriptors(row)).toEqual(Object.getOwnPropertyDescriptors(plain));
	});

	it('treat a list of separators alone as missing', () => {
		const list = ruleFor('a', { required: true, conversion: 'list' });
		expect(applyRules([field('a', ' , ,')], [list])).toMatchObject({
			issues: [{ problem: 'is missing' }],
		});
	});
});
