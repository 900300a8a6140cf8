import type { Format } from '../../../nodes/DocScore/rules/conversions';

export const FORMAT: Format = {
	numberFormat: 'commaPoint',
	dateFormat: 'dmy',
	separator: 'comma',
	timezone: 'Europe/Berlin',
};
