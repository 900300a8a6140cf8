import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../engine/input/input';
import { InputError } from '../engine/input/inputError';
import type { Check, TableColumn } from '../rules/checks';
import { splitRules } from '../rules/columns';
import type { Conversion } from '../rules/conversions';
import { decimalOf } from '../rules/decimal';
import { type NamedField, typedName } from '../rules/namedField';
import type { FieldRule } from '../rules/fieldRule';
import { fieldLocatorOf, readFieldName } from './fieldLocator';
import { readNameList } from './fieldsToOutput';

const KINDS = ['columnSum', 'dates', 'sum', 'iban', 'vatId'] as const;

const whenChecking = (...check: string[]) => ({ show: { check } });

const subjects: INodeProperties[] = [
	{
		displayName: 'Column',
		name: 'column',
		type: 'string',
		default: '',
		displayOptions: whenChecking('columnSum'),
		placeholder: 'e.g. line_items.amount',
		description:
			'The field and the column in it. The field needs a rule that converts it to Table, the column one that converts it to Number.',
	},
	{
		displayName: 'Fields',
		name: 'addends',
		type: 'string',
		default: '',
		displayOptions: whenChecking('sum'),
		placeholder: 'e.g. net_amount, vat_amount',
		description:
			'The fields to add up: names separated by commas, or a list by an expression. Each needs a rule that converts it to Number.',
	},
	{
		...fieldLocatorOf({
			name: 'total',
			displayName: 'Total',
			description: 'The field that contains the sum, converted to Number by a rule',
		}),
		displayOptions: whenChecking('sum', 'columnSum'),
	},
	{
		displayName: 'Tolerance',
		name: 'tolerance',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		displayOptions: whenChecking('sum', 'columnSum'),
		placeholder: 'e.g. 0.01',
		description: 'How far apart the sum and the total may be',
	},
	{
		...fieldLocatorOf({
			name: 'earlier',
			displayName: 'Date',
			description: 'The field that must not be later, with a rule for a date',
		}),
		displayOptions: whenChecking('dates'),
	},
	{
		...fieldLocatorOf({
			name: 'later',
			displayName: 'Not After',
			description: 'The field to compare it with, converted by the same kind of rule',
		}),
		displayOptions: whenChecking('dates'),
	},
	{
		...fieldLocatorOf({
			name: 'field',
			displayName: 'Field',
			description: 'The field that contains the number',
		}),
		displayOptions: whenChecking('iban', 'vatId'),
	},
];

export const checksField: INodeProperties & { name: 'checks' } = {
	displayName: 'Checks',
	name: 'checks',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add check',
	default: {},
	description:
		'Compare the fields of a run with each other. A check that fails, or that is not possible because a value is missing or not converted, is listed in "issues".',
	options: [
		{
			displayName: 'Check',
			name: 'checks',
			values: [
				{
					displayName: 'Check',
					name: 'check',
					type: 'options',
					options: [
						{ name: 'Column Adds Up to a Field', value: 'columnSum' },
						{ name: 'Date Is Not After Another', value: 'dates' },
						{ name: 'Fields Add Up to Another', value: 'sum' },
						{ name: 'IBAN Has Correct Check Digits', value: 'iban' },
						{
							name: 'VAT ID Has Correct Check Digits',
							value: 'vatId',
							description: 'Of a member state of the EU',
						},
					],
					default: 'sum',
				},
				...subjects,
			],
		},
	],
};

/**
 * @param rules the field rules of the same node, on which checks rely
 * @throws InputError
 */
export function readChecks(input: Input<'checks'>, rules: FieldRule[]): Check[] {
	const label = input.label('checks');
	return input.rows('checks', 'checks').map((row): Check => {
		const kind = row.choice('check', KINDS);
		const named = (name: string) => checkNamed(readFieldName(row, name), row.label(name), label);
		if (kind === 'iban' || kind === 'vatId') return { kind, field: named('field') };
		if (kind === 'dates') {
			const [earlier, later] = [named('earlier'), named('later')];
			const conversion = checkRule(earlier, rules, ['date', 'dateTime'], label);
			checkRule(later, rules, [conversion], label);
			return { kind, earlier, later };
		}
		const total = named('total');
		checkRule(total, rules, ['number'], label);
		const tolerance = decimalOf(row.number('tolerance', { min: 0 }));
		if (kind === 'columnSum') {
			const column = checkNamed(typedName(row.textAsGiven('column')), row.label('column'), label);
			return { kind, column: checkColumn(column, rules, label), total, tolerance };
		}
		const addends = readNameList(row, 'addends');
		if (addends.length === 0) checkNamed({ given: '', absent: '' }, row.label('addends'), label);
		for (const field of addends) checkRule(field, rules, ['number'], label);
		return { kind, addends, total, tolerance };
	});
}

/** The fields of checks, which each row has a column for, because an issue may refer to them. */
export const checkedFields = (checks: Check[]): NamedField[] =>
	checks.flatMap((check) => ('field' in check ? [check.field] : []));

/** @throws InputError */
function checkNamed(field: NamedField, part: string, label: string): NamedField {
	if (field.absent !== '') return field;
	const advice = 'Fill it in, or remove the check';
	throw new InputError(label, '', `has a check in which '${part}' is empty`, advice);
}

/** @throws InputError */
function checkColumn(column: NamedField, rules: FieldRule[], label: string): TableColumn {
	checkRule(column, rules, ['number'], label);
	const { ofColumns } = splitRules(rules);
	const named = ruleFor(column, rules);
	const found = ofColumns.find(({ rule }) => rule === named);
	if (found) return { table: found.table.field, column: found.column };
	const problem = 'needs a table for this column';
	const advice = 'Enter field.column, and add a rule for the field with Convert To: Table';
	throw new InputError(label, column.absent, problem, advice);
}

/** The rule for exactly this name, or else for the name without spaces around it. */
const ruleFor = ({ given, absent }: NamedField, rules: FieldRule[]): FieldRule | undefined =>
	rules.find(({ field }) => field.given === given) ??
	rules.find(({ field }) => field.absent === absent);

const WANTED: Partial<Record<Conversion, string>> = {
	number: 'Number',
	date: 'Date',
	dateTime: 'Date and Time',
};

/** @throws InputError */
function checkRule(
	field: NamedField,
	rules: FieldRule[],
	wanted: Conversion[],
	label: string,
): Conversion {
	const rule = ruleFor(field, rules);
	if (rule && wanted.includes(rule.conversion)) return rule.conversion;
	const to = wanted.map((each) => WANTED[each]).join(' or ');
	const problem = `needs a rule that converts the field to ${to}`;
	const advice = `Add a rule for this field under Field Rules, with Convert To: ${to}`;
	throw new InputError(label, field.absent, problem, advice);
}
