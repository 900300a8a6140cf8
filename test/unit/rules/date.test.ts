import { convert } from '../../../nodes/DocScore/rules/conversions';
import { DATE_FORMATS, type DateFormat } from '../../../nodes/DocScore/rules/date';
import { DATES } from './dates';
import { FORMAT } from './format';
import { MONTH_NAMES } from './monthNames';

const WRITTEN: Record<DateFormat, string> = {
	dmy: '31/12/2025',
	mdy: '12/31/2025',
	ymd: '2025-12-31',
};

const read = (value: Parameters<typeof convert>[0], dateFormat: DateFormat) =>
	convert(value, 'date', { ...FORMAT, dateFormat });

const unlike = (format: DateFormat) => ({
	ok: false,
	problem: `is not a date such as ${WRITTEN[format]}`,
});

test('the formats are the columns of the table', () => {
	expect(DATE_FORMATS).toEqual(Object.keys(WRITTEN));
});

test.each([...DATES, ...MONTH_NAMES])('%j is %j, %j, %j', (text, ...dates) => {
	expect(DATE_FORMATS.map((format) => read(text, format))).toEqual(
		DATE_FORMATS.map((format, at) => {
			const date = dates[at];
			if (typeof date !== 'string') return unlike(format);
			return /^\d/.test(date) ? { ok: true, value: date } : { ok: false, problem: date };
		}),
	);
});

test.each([45730, 1741910400000, true, {}, [], ['14/03/2025']])('%j is not a date', (value) => {
	for (const format of DATE_FORMATS) expect(read(value, format)).toEqual(unlike(format));
});

test('the problem of a date names its invisible character', () => {
	expect(read('14/03/\u200E2025', 'dmy')).toEqual({
		ok: false,
		problem: 'is not a date such as 31/12/2025, and has an invisible character (U+200E)',
	});
});
