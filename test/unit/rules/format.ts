import { type Timezone, timezoneOf } from '../../../nodes/DocScore/engine/input/timezone';
import type { FieldRule, Format } from '../../../nodes/DocScore/rules/conversions';

export function zone(name: string): Timezone {
	const timezone = timezoneOf(name);
	if (timezone === null) throw new Error(`Nobody knows the timezone ${name}`);
	return timezone;
}

export const FORMAT: Format = {
	numberFormat: 'commaPoint',
	currency: '',
	dateFormat: 'dmy',
	language: '',
	shortYears: false,
	separator: 'comma',
	timezone: zone('Europe/Berlin'),
};

export const ruleFor = (field: string, more: Partial<FieldRule> = {}): FieldRule => ({
	field,
	required: false,
	conversion: 'asIs',
	format: FORMAT,
	...more,
});
