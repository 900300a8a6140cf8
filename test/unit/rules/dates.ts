/**
 * The reasons why a text is not a date, in the words of the conversion. In the rows, null means another
 * form.
 */
export const SHORT = 'has a two-digit year';
export const OFF = 'is not an existing date';
export const WEEKDAY = 'has a weekday that does not match the date';
export const ZONE = 'has a timezone, so the day is ambiguous';
export const TIME = 'has a time that is not written like 14:30';

/** A text, and its date or the reason why it is none, for dmy, mdy and ymd. */
export type DateRow = [text: string, ...dates: Array<string | null>];

/** The row of a text in which the order of day, month and year is unambiguous. */
export const alike = (text: string, date: string | null): DateRow => [text, date, date, date];

const DAY = '2025-03-14';

const IN_FIGURES: DateRow[] = [
	['14/03/2025', DAY, null, null],
	['03/14/2025', null, DAY, null],
	['2025/03/14', null, null, DAY],
	alike('2025-03-14', DAY),
	['2025-3-14', null, null, DAY],
	['2025- 03-14', null, null, DAY],
	alike('2025-14-03', null),
	['2025.3.14', null, null, DAY],
	['14-03-2025', DAY, null, null],
	['14−03−2025', DAY, null, null],
	['14.03.2025', DAY, null, null],
	['14.3.2025', DAY, null, null],
	['14. 3. 2025', DAY, null, null],
	['14 / 03 / 2025', DAY, null, null],
	['14 03 2025', DAY, null, null],
	['2025 03 14', null, null, DAY],
	['  14  03\n2025 ', DAY, null, null],
	['１４/０３/２０２５', DAY, null, null],
	['14／03／2025', DAY, null, null],
	['14\u00A003\u00A02025', DAY, null, null],
	['03/04/2025', '2025-04-03', '2025-03-04', null],
	['3/4/2025', '2025-04-03', '2025-03-04', null],
	['12/12/2025', '2025-12-12', '2025-12-12', null],
	alike('2025-04-03', '2025-04-03'),
	['31/12/2025', '2025-12-31', null, null],
	['01/02/03', SHORT, SHORT, SHORT],
	['14/03/25', SHORT, null, SHORT],
	['25-03-14', SHORT, null, SHORT],
	['31/02/2025', OFF, null, null],
	['02/31/2025', null, OFF, null],
	alike('2025-02-31', OFF),
	['29/02/2025', OFF, null, null],
	['29/02/2024', '2024-02-29', null, null],
	['29/02/1900', OFF, null, null],
	['29/02/2000', '2000-02-29', null, null],
	['31/04/2025', OFF, null, null],
	['32/01/2025', OFF, null, null],
	['00/01/2025', OFF, OFF, null],
	['01/00/2025', OFF, OFF, null],
	['01/13/2025', null, '2025-01-13', null],
	['01/01/0000', null, null, null],
	['01/01/0025', null, null, null],
	['01/01/0999', null, null, null],
	['01/01/1000', '1000-01-01', '1000-01-01', null],
	['31/12/9999', '9999-12-31', null, null],
	['14/03-2025', null, null, null],
	['14.03/2025', null, null, null],
	['14/03 2025', null, null, null],
	['14,03,2025', null, null, null],
	['14//03/2025', null, null, null],
	['14/03/2025/', null, null, null],
	['-14/03/2025', null, null, null],
	['014/03/2025', null, null, null],
	['14/003/2025', null, null, null],
	['14/03/205', null, null, null],
	['14/03/5', null, null, SHORT],
	['14/03/20255', null, null, null],
	['14/03', null, null, null],
	['03/2025', null, null, null],
	['2025', null, null, null],
	['14032025', null, null, null],
	['20250314', null, null, null],
	['45730', null, null, null],
	['14/03/2025 15/03/2025', null, null, null],
	['14-16/03/2025', null, null, null],
	['١٤/٠٣/٢٠٢٥', null, null, null],
	['1⁴/03/2025', null, null, null],
];

const BEHIND_WEEKDAYS: DateRow[] = [
	['Fri 14/03/2025', DAY, null, null],
	['Friday, 14/03/2025', DAY, null, null],
	['Monday, 14/03/2025', WEEKDAY, null, null],
	['Monday, 03/04/2025', WEEKDAY, WEEKDAY, null],
	['Thursday, 03/04/2025', '2025-04-03', WEEKDAY, null],
	['Tuesday 03/04/2025', WEEKDAY, '2025-03-04', null],
	['Sunday 31/02/2025', OFF, null, null],
	alike('Friday, 14 March 2025', DAY),
	alike('FRI 14 MARCH 2025', DAY),
	alike('fri., Mar 14, 2025', DAY),
	alike('Fri. 14 March 2025', DAY),
	alike('Fri,14 March 2025', DAY),
	alike('Saturday, 15 March 2025', '2025-03-15'),
	alike('Sun, 16 March 2025', '2025-03-16'),
	alike('Mon, 17 March 2025', '2025-03-17'),
	alike('Tue, 18 March 2025', '2025-03-18'),
	alike('Wednesday, 19 March 2025', '2025-03-19'),
	alike('Thu, 20 March 2025', '2025-03-20'),
	alike('Thu, 14 March 2025', WEEKDAY),
	alike('Sun, 14 March 2025', WEEKDAY),
	alike('Freitag, 14 March 2025', null),
	alike('Fr 14 March 2025', null),
	alike('Fri14 March 2025', null),
	alike('14 March 2025, Friday', null),
	alike('Fri Fri 14 March 2025', null),
	alike('Friday', null),
];

const WITH_TIMES: DateRow[] = [
	['14/03/2025 10:30', DAY, null, null],
	alike('2025-03-14T10:30:15.123', DAY),
	['14.03.2025, 9:30 pm', DAY, null, null],
	['14/03/2025 at 23:59:59', DAY, null, null],
	['14/03/2025 10:30Z', ZONE, null, null],
	alike('2025-03-14T00:00:00+02:00', ZONE),
	['14/03/2025 10:30 UTC', ZONE, null, null],
	['14/03/2025 24:00', TIME, null, null],
	['14/03/2025 10.30', null, null, null],
	['14/03/202510:30', null, null, null],
	['31/02/2025 10:30', OFF, null, null],
	['14/03/25 10:30', SHORT, null, SHORT],
	['14/03/2025 10:30 15/03/2025', TIME, null, null],
	alike('14 March 2025 10:30', DAY),
	alike('Fri, 14 Mar 2025 10:30:15', DAY),
	alike('Sat, 14 Mar 2025 10:30:15', WEEKDAY),
	alike('10:30', null),
];

export const DATES = [...IN_FIGURES, ...BEHIND_WEEKDAYS, ...WITH_TIMES];
