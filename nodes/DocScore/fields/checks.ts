import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../engine/input/input';
import { InputError } from '../engine/input/inputError';
import type { TimezoneContext } from '../engine/input/time';
import type { Check } from '../rules/checks';
import { splitRules } from '../rules/columns';
import type { Conversion, FieldRule } from '../rules/conversions';
import { decimalOf, decimalText, isGreater } from '../rules/decimal';
import { fieldLocatorOf, readFieldName } from './fieldLocator';
import { readNameList } from './fieldsToOutput';
import { detectedFormat } from './fieldRules';

const KINDS = ['range', 'dates', 'sum', 'iban', 'product', 'vatId'] as const;

const whenChecking = (...check: string[]) => ({ show: { check } });

/** A parameter for the name of a column. */
const columnOf = (name: string, displayName: string, example: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	displayOptions: whenChecking('product'),
	placeholder: `e.g. line_items.${example}`,
	description: 'The field with the table, a point, and the column in it',
});

const subjects: INodeProperties[] = [
	{
		displayName: 'Fields',
		name: 'addends',
		type: 'string',
		default: '',
		displayOptions: whenChecking('sum'),
		placeholder: 'e.g. net_amount, vat_amount, or line_items.amount',
		description:
			'What to add up: names of fields, or of columns such as line_items.amount, separated by commas, or a list by an expression',
	},
	{
		...fieldLocatorOf({
			name: 'total',
			displayName: 'Total',
			description: 'The field that contains the sum',
		}),
		displayOptions: whenChecking('sum'),
	},
	columnOf('quantity', 'Quantity', 'quantity'),
	columnOf('price', 'Price', 'price'),
	columnOf('amount', 'Amount', 'amount'),
	{
		displayName: 'Tolerance',
		name: 'tolerance',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		displayOptions: whenChecking('sum', 'product'),
		placeholder: 'e.g. 0.01',
		description:
			'How far apart the two numbers may be. The product of quantity and price is rounded to cents anyway.',
	},
	{
		displayName: 'Number',
		name: 'number',
		type: 'string',
		default: '',
		displayOptions: whenChecking('range'),
		placeholder: 'e.g. total_amount, or line_items.quantity',
		description: 'The name of a field or column',
	},
	{
		displayName: 'Lowest',
		name: 'lowest',
		type: 'number',
		default: 0,
		displayOptions: whenChecking('range'),
		description: 'The lowest number that is no issue',
	},
	{
		displayName: 'Highest',
		name: 'highest',
		type: 'number',
		default: 0,
		displayOptions: whenChecking('range'),
		description: 'The highest number that is no issue',
	},
	{
		...fieldLocatorOf({
			name: 'earlier',
			displayName: 'Date',
			description: 'The field that must not be later',
		}),
		displayOptions: whenChecking('dates'),
	},
	{
		...fieldLocatorOf({
			name: 'later',
			displayName: 'Not After',
			description: 'The field to compare it with',
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
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add check',
	default: {},
	description:
		'Compare the fields of a run with each other. A check that fails, or that is not possible because a value is missing or not converted, is listed in "issues". Numbers and dates in a check are converted, also without a rule of their own.',
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
						{ name: 'Date Is Not After Another', value: 'dates' },
						{
							name: 'Fields Add Up to Another',
							value: 'sum',
							description: 'Such as net_amount and vat_amount, or all cells of line_items.amount',
						},
						{ name: 'IBAN Has Correct Check Digits', value: 'iban' },
						{ name: 'Number Is in a Range', value: 'range' },
						{ name: 'Quantity Times Price Is the Amount in Each Row', value: 'product' },
						{
							name: 'VAT ID Has Correct Check Digits',
							value: 'vatId',
							description: 'Of a member state of the EU or of Northern Ireland',
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
 * The checks, and the rules with those that the checks need and the user did not add.
 * @throws InputError
 */
export function readChecks(
	input: Input<'checks'>,
	given: FieldRule[],
	context: TimezoneContext,
): { checks: Check[]; rules: FieldRule[] } {
	const needed = new NeededRules(given, input.label('checks'), context);
	const checks = input.rows('checks', 'checks').map((row) => readCheck(row, needed));
	return { checks, rules: needed.rules };
}

function readCheck(row: Input, needed: NeededRules): Check {
	const kind = row.choice('check', KINDS);
	const field = (name: string) => needed.named(readFieldName(row, name), row.label(name));
	const text = (name: string) => needed.named(row.text(name), row.label(name));
	const tolerance = () => decimalOf(row.number('tolerance', { min: 0 }));
	const bound = (name: string) => decimalOf(row.number(name));
	switch (kind) {
		case 'iban':
		case 'vatId':
			return { kind, field: field('field') };
		case 'dates': {
			const [earlier, later] = [field('earlier'), field('later')];
			needed.add(later, needed.add(earlier, 'date', 'dateTime'));
			return { kind, earlier, later };
		}
		case 'product': {
			const [quantity, price, amount] = [text('quantity'), text('price'), text('amount')];
			needed.addColumns(quantity, price, amount);
			return { kind, quantity, price, amount, tolerance: tolerance() };
		}
		case 'range': {
			const number = text('number');
			needed.add(number, 'number');
			const [lowest, highest] = [bound('lowest'), bound('highest')];
			if (isGreater(lowest, highest)) {
				const advice = `Enter a number that is not above '${row.label('highest')}'`;
				throw new InputError(row.label('lowest'), decimalText(lowest), 'is too high', advice);
			}
			return { kind, number, lowest, highest };
		}
		case 'sum': {
			const total = field('total');
			needed.add(total, 'number');
			const addends = readNameList(row, 'addends');
			needed.named(addends.join(), row.label('addends'));
			for (const addend of addends) needed.add(addend, 'number');
			return { kind, addends, total, tolerance: tolerance() };
		}
	}
}

const WANTED: Partial<Record<Conversion, string>> = {
	number: 'Number',
	date: 'Date',
	dateTime: 'Date and Time',
	table: 'Table',
};

/** The rules of a node, and those that its checks need. */
class NeededRules {
	constructor(
		public rules: FieldRule[],
		private readonly label: string,
		private readonly context: TimezoneContext,
	) {}

	/** @throws InputError */
	named(name: string, part: string): string {
		if (name !== '') return name;
		const advice = 'Fill it in, or remove the check';
		throw new InputError(this.label, '', `has a check in which '${part}' is empty`, advice);
	}

	/** Adds a rule for a field or column, if it has none. @throws InputError */
	add(field: string, ...wanted: [Conversion, ...Conversion[]]): Conversion {
		const rule = this.rules.find((each) => each.field === field);
		if (rule && wanted.includes(rule.conversion)) return rule.conversion;
		const [conversion] = wanted;
		if (rule && rule.conversion !== 'asIs') {
			const to = wanted.map((each) => WANTED[each]).join(' or ');
			const problem = `needs a rule that converts the field to ${to}`;
			const advice = `In the rule for this field, select Convert To: ${to}`;
			throw new InputError(this.label, field, problem, advice);
		}
		const needed = {
			field,
			required: rule?.required ?? false,
			conversion,
			format: detectedFormat(conversion, this.context),
		};
		this.rules = rule
			? this.rules.map((each) => (each === rule ? needed : each))
			: [...this.rules, needed];
		// A name with a point is a column, unless a rule says that it is a field.
		const dot = rule ? -1 : field.indexOf('.');
		if (dot > 0 && !this.isColumn(field)) this.add(field.slice(0, dot).trim(), 'table');
		return conversion;
	}

	/** @throws InputError */
	addColumns(...columns: string[]): void {
		for (const column of columns) this.add(column, 'number');
		const { ofColumns } = splitRules(this.rules);
		const tables = columns.map((name) => ofColumns.find(({ rule }) => rule.field === name)?.table);
		const odd = columns.find((_, at) => tables[at] === undefined || tables[at] !== tables[0]);
		if (odd === undefined) return;
		const advice = 'Enter the field with the table, a point and the column, such as lines.price';
		throw new InputError(this.label, odd, 'needs columns of one table', advice);
	}

	private isColumn(field: string): boolean {
		return splitRules(this.rules).ofColumns.some(({ rule }) => rule.field === field);
	}
}
