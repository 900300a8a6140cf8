import type { FieldRule, Format } from '../../../nodes/DocScore/rules/conversions';

export const FORMAT: Format = {
	numberFormat: 'commaPoint',
	currency: '',
	dateFormat: 'dmy',
	language: '',
	shortYears: false,
	separator: 'comma',
	timezone: 'Europe/Berlin',
};

export const ruleFor = (field: string, more: Partial<FieldRule> = {}): FieldRule => ({
	field,
	required: false,
	conversion: 'asIs',
	format: FORMAT,
	...more,
});
