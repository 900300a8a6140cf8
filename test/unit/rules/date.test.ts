// Sources: rules/dates.ts, rules/usualForm.ts, rules/dateWords.ts, rules/languages.ts
import { convert, type Format } from '../../../nodes/DocScore/rules/conversions';
import { DATE_EXAMPLES, DATE_FORMATS } from '../../../nodes/DocScore/rules/date';
import { languages } from '../../../nodes/DocScore/rules/languages';
import { DATES, TWO } from './dates';
import { FORMAT } from './format';
import { MONTH_NAMES } from './monthNames';

type Value = Parameters<typeof convert>[0];

const read = (value: Value, dateFormat: Format['dateFormat'], more: Partial<Format> = {}) =>
	convert(value, 'date', { ...FORMAT, dateFormat, ...more });

test('the formats are the columns of the table', () => {
	expect(DATE_EXAMPLES).toEqual({ dmy: '31/12/2025', mdy: '12/31/2025', ymd: '2025-12-31' });
	expect(Object.keys(DATE_EXAMPLES)).toEqual(DATE_FORMATS);
});

test('the languages are those that the engine knows well, and some in a country', () => {
	const all = languages();
	expect(all).toEqual(expect.arrayContaining(['pl', 'ga', 'fil', 'mt', 'pt-PT']));
	expect(all).not.toContain('kl');
});

test.each([...DATES, ...MONTH_NAMES])('%j is %j, %j, %j, detected as %j', (text, ...dates) => {
	const results = [...DATE_FORMATS, 'detect' as const].map((format) => {
		const converted = read(text, format);
		if (converted.ok) return converted.value;
		if (converted.problem.startsWith('can be read as ')) return TWO;
		return converted.problem.startsWith('is not a date') ? null : converted.problem;
	});
	expect(results).toEqual(dates);
});

test.each([
	[
		'31.12.2025',
		'mdy',
		'is not a date such as 12/31/2025 (Dates Are Written: Day, Month, Year fits)',
	],
	['03/04/2025', 'ymd', 'is not a date such as 2025-12-31'],
	['14/03/25', 'mdy', 'is not a date such as 12/31/2025'],
	[
		'12/31/2025',
		'dmy',
		'is not a date such as 31/12/2025 (Dates Are Written: Month, Day, Year fits)',
	],
	['soon', 'ymd', 'is not a date such as 2025-12-31'],
	['soon', 'detect', 'is not a date'],
	[
		'03/04/2025',
		'detect',
		'can be read as 2025-03-04 or 2025-04-03 (select the order in Dates Are Written)',
	],
	['5 lipca 2025', 'detect', ''],
	[
		'5 srp 2025',
		'detect',
		'can be read as 2025-07-05 or 2025-08-05 (enter the language in Language of Dates)',
	],
] as const)('%j as %s %s', (text, format, problem) => {
	expect(read(text, format)).toEqual(
		problem === '' ? { ok: true, value: '2025-07-05' } : { ok: false, problem },
	);
});

test('the language of a rule decides what a name means', () => {
	expect(read('5 srp 2025', 'detect', { language: 'cs' })).toEqual({
		ok: true,
		value: '2025-08-05',
	});
	expect(read('5 srp 2025', 'detect', { language: 'hr' })).toEqual({
		ok: true,
		value: '2025-07-05',
	});
	expect(read('5 March 2025', 'detect', { language: 'hr' }).ok).toBe(false);
	expect(read('2025年3月14日(日)', 'detect', { language: 'ja' }).ok).toBe(false);
});

test.each([
	['14/03/25', 'dmy', '2025-03-14'],
	['03-14-25', 'mdy', '2025-03-14'],
	['25/03/14', 'ymd', '2025-03-14'],
	['14. März 25', 'dmy', '2025-03-14'],
	['14 March 99', 'detect', '1999-03-14'],
	['R07.03.14', 'detect', '2025-03-14'],
	['H31.4.30', 'dmy', '2019-04-30'],
	['14-Mar-25', 'detect', '2025-03-14'],
	['14 de marzo de 25', 'mdy', '2025-03-14'],
	["14 March '25", 'detect', '2025-03-14'],
	["March 14, '25", 'detect', '2025-03-14'],
	// No periods.
	['Mar - 14 - 25', 'detect', '2025-03-14'],
	['14 - March 25', 'detect', '2025-03-14'],
	['25 March - 14', 'detect', '2014-03-25'],
	['12 Dec - 12', 'detect', '2012-12-12'],
	['14 March - 35', 'detect', '2035-03-14'],
] as const)('%j is %s if years of two digits are accepted', (text, dateFormat, date) => {
	expect(read(text, dateFormat, { shortYears: true })).toEqual({ ok: true, value: date });
});

test.each([
	// Periods and enumerations.
	...[
		'1-31 January',
		'14-15 Mar',
		'14, 15 March',
		'14/15 March',
		'14 and 15 March',
		'March 14-15',
		"1 d'agost - 31 d'agost",
		'1 Jan - 31 Jan',
		'1 Jan - 31',
		'Jan 1-31',
	],
	...['1 Jan -31', 'marzo 14 a 15', 'Sat - March 14-15', 'R 7. 14. 03 March'],
	// Years of the Thai calendar.
	...['14 มี.ค. 68', '14 มี.ค. 25', '14/03/68 (วันศุกร์)'],
])('%j is not a date even if years of two digits are accepted', (text) => {
	expect(read(text, 'detect', { shortYears: true }).ok).toBe(false);
});

test('a name of a month with a year of two digits in front is not in the order of the year', () => {
	expect(read('25-Mar-14', 'ymd', { shortYears: true }).ok).toBe(false);
});

test('a date is at most a century away', () => {
	const year = new Date().getUTCFullYear();
	const results = [-101, -100, 100, 101].map((years) => read(`14/03/${year + years}`, 'dmy').ok);
	expect(results).toEqual([false, true, true, false]);
});

test.each([45730, 1741910400000, true, {}, [], ['14/03/2025']])('%j is not a date', (value) => {
	for (const format of DATE_FORMATS) expect(read(value, format).ok).toBe(false);
});

test('the problem of a date names its invisible character', () => {
	expect(read('14/03/\u200B2025', 'dmy')).toEqual({
		ok: false,
		problem: 'is not a date such as 31/12/2025, and has an invisible character (U+200B)',
	});
});
