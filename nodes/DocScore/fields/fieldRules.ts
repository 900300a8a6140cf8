import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../engine/input';
import { InputError } from '../engine/inputError';
import { readTimezone, type TimezoneContext, UTC } from '../engine/timezone';
import { CONVERSIONS } from '../rules/conversions';
import { DATE_FORMATS } from '../rules/date';
import { SEPARATORS } from '../rules/list';
import { NUMBER_FORMATS } from '../rules/number';
import { exactName, type NamedField, typedName } from '../rules/fieldName';
import type { FieldRule } from '../rules/rule';
import { fieldLocator } from './fieldName';

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
		description: 'How the document writes numbers. What is written in another way is an issue.',
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
			'How the document writes dates. English names of months are understood in any order.',
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
		description: 'What stands between the entries. An entry in quotes may hold it.',
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
		'What extracted fields must hold. What breaks a rule is told in "issues" and is not converted; a field without a rule stays as it was sent.',
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
					description: 'Whether it is an issue if the field holds nothing',
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
							description: "In UTC, read in the workflow's timezone unless it names one",
						},
						{ name: 'Keep as Sent', value: 'asIs' },
						{ name: 'List', value: 'list' },
						{
							name: 'Number',
							value: 'number',
							description: 'Without currency; negative where it says so. A percentage is an issue.',
						},
						{ name: 'Text', value: 'text' },
						{ name: 'True or False', value: 'boolean', description: 'From true, yes, on, …' },
					],
					default: 'asIs',
				},
				...formats,
			],
		},
	],
};

/** @param context tells the timezone of times that name none @throws InputError */
export function readFieldRules(input: Input<'fieldRules'>, context: TimezoneContext): FieldRule[] {
	const rules = input.rows('fieldRules', 'rules').map((row): FieldRule => {
		const conversion = row.choice('convertTo', CONVERSIONS);
		const format = {
			numberFormat: row.choice('numberFormat', NUMBER_FORMATS),
			dateFormat: row.choice('dateFormat', DATE_FORMATS),
			separator: row.choice('separator', SEPARATORS),
			timezone: conversion === 'dateTime' ? readTimezone(context) : UTC,
		};
		return { field: readName(row), required: row.flag('required'), conversion, format };
	});
	checkNames(
		rules.map(({ field }) => field.absent),
		input.label('fieldRules'),
	);
	return rules;
}

/** @throws InputError */
function readName(rule: Input): NamedField {
	const name = rule.locatorAsGiven('field');
	return rule.isPicked('field') ? exactName(name) : typedName(name);
}

/** @throws InputError */
function checkNames(names: string[], label: string): void {
	for (const [index, name] of names.entries()) {
		// n8n takes an empty choice for none.
		if (name === '') {
			const advice =
				'Choose the field of each rule, or remove the rule; a field whose name is empty can have none';
			throw new InputError(label, name, 'have a rule without a field', advice);
		}
		if (names.indexOf(name) < index) {
			throw new InputError(label, name, 'have two rules for one field', 'Keep one of them');
		}
	}
}
