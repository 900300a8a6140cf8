import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../engine/input/input';
import { InputError } from '../engine/input/inputError';
import { readTimezone, type TimezoneContext, UTC } from '../engine/input/timezone';
import { CONVERSIONS } from '../rules/conversions';
import { DATE_FORMATS } from '../rules/date';
import { SEPARATORS } from '../rules/list';
import { NUMBER_FORMATS } from '../rules/number';
import type { FieldRule } from '../rules/fieldRule';
import { fieldLocator, readFieldName } from './fieldLocator';

const whenConvertedTo = (...convertTo: string[]) => ({ show: { convertTo } });

const formats: INodeProperties[] = [
	{
		displayName: 'Numbers Are Written',
		name: 'numberFormat',
		type: 'options',
		displayOptions: whenConvertedTo('number'),
		options: [
			{ name: '1 234,56', value: 'spaceComma' },
			{ name: "1'234.56", value: 'apostrophePoint' },
			{ name: '1,234.56', value: 'commaPoint' },
			{ name: '1.234,56', value: 'pointComma' },
		],
		default: 'commaPoint',
		description: 'How the document writes numbers. Numbers in another format become issues.',
	},
	{
		displayName: 'Dates Are Written',
		name: 'dateFormat',
		type: 'options',
		displayOptions: whenConvertedTo('date', 'dateTime'),
		options: [
			{ name: 'Day, Month, Year', value: 'dmy', description: 'Such as 14/03/2025 or 14.3.2025' },
			{ name: 'Month, Day, Year', value: 'mdy', description: 'Such as 03/14/2025' },
			{ name: 'Year, Month, Day', value: 'ymd', description: 'Such as 2025-03-14' },
		],
		default: 'dmy',
		description:
			'How the document writes dates. Dates with English month names are accepted in any order.',
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
	typeOptions: { multipleValues: true },
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
								'From a list, a Markdown table, or lines below a line with the column names. Rules for its columns are named like line_items.amount.',
						},
						{ name: 'Text', value: 'text' },
						{
							name: 'True or False',
							value: 'boolean',
							description: 'From values such as true, yes, on, false, no or off',
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
		const format = {
			numberFormat: row.choice('numberFormat', NUMBER_FORMATS),
			dateFormat: row.choice('dateFormat', DATE_FORMATS),
			separator: row.choice('separator', SEPARATORS),
			timezone: conversion === 'dateTime' ? readTimezone(context) : UTC,
		};
		return {
			field: readFieldName(row, 'field'),
			required: row.flag('required'),
			conversion,
			format,
		};
	});
	checkNames(
		rules.map(({ field }) => field.absent),
		input.label('fieldRules'),
	);
	return rules;
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
