import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../engine/input/input';
import { InputError } from '../engine/input/inputError';
import { readTimezone, type TimezoneContext } from '../engine/input/time';
import { type Conversion, CONVERSIONS, type FieldRule, type Format } from '../rules/conversions';
import { isCurrency } from '../rules/currency';
import { DATE_FORMATS } from '../rules/date';
import { ORDER_NAMES } from '../rules/dateTime';
import { SEPARATORS } from '../rules/list';
import { NUMBER_EXAMPLES, NUMBER_FORMATS } from '../rules/number';
import { fieldLocator, readFieldName } from './fieldLocator';

const whenConvertedTo = (...convertTo: string[]) => ({ show: { convertTo } });

const DETECT = {
	name: 'Detect',
	value: 'detect',
	description:
		'What can be read in two ways is read as the other values of the document show, or is an issue',
};

const formats: INodeProperties[] = [
	{
		displayName: 'Numbers Are Written',
		name: 'numberFormat',
		type: 'options',
		displayOptions: whenConvertedTo('number'),
		options: [
			{ name: NUMBER_EXAMPLES.spaceComma, value: 'spaceComma' },
			{ name: NUMBER_EXAMPLES.spacePoint, value: 'spacePoint' },
			{ name: NUMBER_EXAMPLES.apostrophePoint, value: 'apostrophePoint' },
			{ name: NUMBER_EXAMPLES.commaPoint, value: 'commaPoint' },
			{ name: NUMBER_EXAMPLES.pointComma, value: 'pointComma' },
			DETECT,
		],
		default: 'detect',
		description: 'How the document writes numbers. Numbers in another format become issues.',
	},
	{
		displayName: 'Currency',
		name: 'currency',
		type: 'string',
		default: '',
		displayOptions: whenConvertedTo('number'),
		placeholder: 'e.g. EUR',
		description:
			'The only currency of the amounts. An amount with the sign of another one becomes an issue. If empty, any.',
	},
	{
		displayName: 'Dates Are Written',
		name: 'dateFormat',
		type: 'options',
		displayOptions: whenConvertedTo('date', 'dateTime'),
		options: [
			{ name: ORDER_NAMES.dmy, value: 'dmy', description: 'Such as 14/03/2025 or 14.3.2025' },
			DETECT,
			{ name: ORDER_NAMES.mdy, value: 'mdy', description: 'Such as 03/14/2025' },
			{ name: ORDER_NAMES.ymd, value: 'ymd', description: 'Such as 25-03-14' },
		],
		default: 'detect',
		description:
			'How the document writes dates. Dates with the name of a month, or with the year in front, are accepted in any order.',
	},
	{
		displayName: 'Language of Dates',
		name: 'language',
		type: 'string',
		default: '',
		displayOptions: whenConvertedTo('date', 'dateTime'),
		placeholder: 'e.g. pl',
		description:
			'The code of the language that names months. Only needed for names that mean two months, such as listopad. If empty, all languages.',
	},
	{
		displayName: 'Two-Digit Years',
		name: 'shortYears',
		type: 'boolean',
		default: false,
		displayOptions: whenConvertedTo('date', 'dateTime'),
		description: 'Whether 14/03/25 is a date in 2025. Otherwise, it becomes an issue.',
	},
	{
		displayName: 'Separator',
		name: 'separator',
		type: 'options',
		displayOptions: whenConvertedTo('list'),
		options: [
			{ name: 'Comma', value: 'comma' },
			{ name: 'Line Break', value: 'lineBreak' },
			{ name: 'Semicolon', value: 'semicolon' },
		],
		default: 'comma',
		description: 'What separates the entries. An entry in quotes can contain it.',
	},
];

export const fieldRulesField: INodeProperties & { name: 'fieldRules' } = {
	displayName: 'Field Rules',
	name: 'fieldRules',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add rule',
	default: {},
	description:
		'Validate and convert extracted fields. Values that break a rule stay unchanged and are listed in "issues". Fields without a rule stay as they were sent.',
	options: [
		{
			displayName: 'Rule',
			name: 'rules',
			values: [
				fieldLocator,
				{
					displayName: 'Required',
					name: 'required',
					type: 'boolean',
					default: false,
					description: 'Whether an empty field is an issue',
				},
				{
					displayName: 'Convert To',
					name: 'convertTo',
					type: 'options',
					options: [
						{ name: 'Date', value: 'date', description: 'Such as 2025-03-14' },
						{
							name: 'Date and Time',
							value: 'dateTime',
							description: "In UTC. Without a timezone, the workflow's timezone applies.",
						},
						{ name: 'Keep as Sent', value: 'asIs' },
						{ name: 'List', value: 'list' },
						{
							name: 'Number',
							value: 'number',
							description: 'Without the currency. Percentages become issues.',
						},
						{
							name: 'Table',
							value: 'table',
							description:
								'From a list, a Markdown or HTML table, or lines below a line with the column names. Rules for its columns are named like line_items.amount.',
						},
						{ name: 'Text', value: 'text' },
						{
							name: 'True or False',
							value: 'boolean',
							description: 'From values such as yes, no, on, off, or a marked box',
						},
					],
					default: 'asIs',
				},
				...formats,
			],
		},
	],
};

/**
 * @param context provides the timezone for times without one
 * @throws InputError
 */
export function readFieldRules(input: Input<'fieldRules'>, context: TimezoneContext): FieldRule[] {
	const rules = input.rows('fieldRules', 'rules').map((row): FieldRule => {
		const conversion = row.choice('convertTo', CONVERSIONS);
		return {
			field: readFieldName(row, 'field'),
			required: row.flag('required'),
			conversion,
			format: {
				timezone: timezoneFor(conversion, context),
				numberFormat: row.choice('numberFormat', ['detect', ...NUMBER_FORMATS]),
				currency: readCurrency(row),
				dateFormat: row.choice('dateFormat', ['detect', ...DATE_FORMATS]),
				language: readLanguage(row),
				shortYears: row.flag('shortYears'),
				separator: row.choice('separator', SEPARATORS),
			},
		};
	});
	checkNames(
		rules.map(({ field }) => field),
		input.label('fieldRules'),
	);
	return rules;
}

/** The format of a field whose values show how they are written. @throws InputError */
export const detectedFormat = (conversion: Conversion, context: TimezoneContext): Format => ({
	numberFormat: 'detect',
	currency: '',
	dateFormat: 'detect',
	language: '',
	shortYears: false,
	separator: 'comma',
	timezone: timezoneFor(conversion, context),
});

/** @throws InputError */
const timezoneFor = (conversion: Conversion, context: TimezoneContext): string =>
	conversion === 'dateTime' ? readTimezone(context) : 'UTC';

/** @throws InputError */
function readCurrency(row: Input): string {
	const currency = row.text('currency').toUpperCase();
	if (currency === '' || isCurrency(currency)) return currency;
	const advice = 'Enter the code of a currency, such as EUR';
	throw new InputError(row.label('currency'), currency, 'is not a currency', advice);
}

/** @throws InputError */
function readLanguage(row: Input): string {
	const language = row.text('language');
	const isCode = /^[a-z]{2,3}(-[a-z]{2,4})?$/i.test(language);
	if (language === '' || (isCode && Intl.DateTimeFormat.supportedLocalesOf(language).length > 0)) {
		return language;
	}
	const advice = 'Enter the code of a language, such as pl';
	throw new InputError(row.label('language'), language, 'is not a language', advice);
}

/** @throws InputError */
function checkNames(names: string[], label: string): void {
	for (const [index, name] of names.entries()) {
		// n8n treats an empty value as no choice.
		if (name === '') {
			const advice =
				'Select a field for each rule, or remove the rule. Fields without a name cannot have rules';
			throw new InputError(label, name, 'has a rule without a field', advice);
		}
		if (names.indexOf(name) < index) {
			throw new InputError(
				label,
				name,
				'has two rules for the same field',
				'Remove one of the rules',
			);
		}
	}
}
