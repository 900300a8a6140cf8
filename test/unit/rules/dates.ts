/**
 * The reasons why a text is not a date, in the words of the conversion. In the rows, null means another
 * form.
 */
export const SHORT = 'has a two-digit year';
export const OFF = 'is not an existing date';
export const WEEKDAY = 'has a weekday that does not match the date';
export const ZONE = 'has a timezone, so the day is ambiguous';
export const FAR = 'is more than a century away';
/** Stands for a date that can be read in two ways. */
export const TWO = 'two';
export const TIME = 'has a time that is not written like 14:30';

/** A text, and its date or the reason why it is none, for dmy, mdy and ymd, and if it is detected. */
export type DateRow = [text: string, ...dates: Array<string | null>];

/** The row of a text in which the order of day, month and year is unambiguous. */
export const alike = (text: string, date: string | null): DateRow => [text, date, date, date, date];

const DAY = '2025-03-14';

const IN_FIGURES: DateRow[] = [
	['14/03/2025', DAY, null, null, DAY],
	['03/14/2025', null, DAY, null, DAY],
	alike('2025/03/14', DAY),
	alike('2025-03-14', DAY),
	alike('2025- 03-14', DAY),
	alike('2025.3.14', DAY),
	['14-03-2025', DAY, null, null, DAY],
	['14−03−2025', DAY, null, null, DAY],
	['14.03.2025', DAY, null, null, DAY],
	['14. 3. 2025', DAY, null, null, DAY],
	['14 / 03 / 2025', DAY, null, null, DAY],
	['14 03 2025', DAY, null, null, DAY],
	alike('2025 03 14', DAY),
	['  14  03\n2025 ', DAY, null, null, DAY],
	['14.  03.  2025', DAY, null, null, DAY],
	['１４/０３/２０２５', DAY, null, null, DAY],
	['14／03／2025', DAY, null, null, DAY],
	['14\u00A003\u00A02025', DAY, null, null, DAY],
	['03/04/2025', '2025-04-03', '2025-03-04', null, TWO],
	['3/4/2025', '2025-04-03', '2025-03-04', null, TWO],
	['12/12/2025', '2025-12-12', '2025-12-12', null, '2025-12-12'],
	alike('2025-04-03', '2025-04-03'),
	['31/12/2025', '2025-12-31', null, null, '2025-12-31'],
	alike('01/02/03', SHORT),
	['14/03/25', SHORT, null, SHORT, SHORT],
	['25-03-14', SHORT, null, SHORT, SHORT],
	['31/02/2025', OFF, null, null, OFF],
	['02/31/2025', null, OFF, null, OFF],
	alike('2025-02-31', OFF),
	['29/02/2025', OFF, null, null, OFF],
	['29/02/2024', '2024-02-29', null, null, '2024-02-29'],
	['29/02/2000', '2000-02-29', null, null, '2000-02-29'],
	['00/01/2025', OFF, OFF, null, OFF],
	['01/00/2025', OFF, OFF, null, OFF],
	['01/13/2025', null, '2025-01-13', null, '2025-01-13'],
	['01/01/1000', FAR, FAR, null, FAR],
	['31/12/9999', FAR, null, null, FAR],
	['14/03 2025', DAY, null, null, DAY],
	['14/3-2025', DAY, null, null, DAY],
	['3/4 2025', '2025-04-03', '2025-03-04', null, TWO],
	['14/03/5', SHORT, null, SHORT, SHORT],
	alike('20250314', DAY),
	['١٤/٠٣/٢٠٢٥', DAY, null, null, DAY],
	...[
		...['2025-14-03', '01/01/0000', '01/01/0025', '01/01/0999'],
		...[
			'14.03/2025',
			'14.03 2025',
			'12/3-14/3 2025',
			'14/3-2025-1',
			'14/3 25',
			'14,03,2025',
			'14//03/2025',
			'14/03/2025/',
		],
		...['-14/03/2025', '014/03/2025', '14/003/2025', '14/03/205', '14/03/20255'],
		...['14/03', '03/2025', '2025', '14032025', '45730', '14/03/2025 15/03/2025'],
		...['14-16/03/2025', '1⁴/03/2025'],
		// Periods: a day without a year looks like a time.
		...['01.03. - 31.03.2025', '01.03 31.03.2025', '12.03. – 14. März 2025'],
		...['(12.03. - 14.03.2025)', 'den 12.03. - 14. März 2025', '14.03.2025 (12.03.)'],
		'12. 13 – 15 March 2025',
		...['14.03.2025 - 16.04', '14.03.2025, 16.04.', '1.11. - 30.11.2025'],
		...['14 March - 16 March 2025'],
	].map((text) => alike(text, null)),
];

const BEHIND_WEEKDAYS: DateRow[] = [
	['Fri 14/03/2025', DAY, null, null, DAY],
	['Friday, 14/03/2025', DAY, null, null, DAY],
	['Monday, 14/03/2025', WEEKDAY, null, null, WEEKDAY],
	['Monday, 03/04/2025', WEEKDAY, WEEKDAY, null, WEEKDAY],
	['Thursday, 03/04/2025', '2025-04-03', WEEKDAY, null, '2025-04-03'],
	['Tuesday 03/04/2025', WEEKDAY, '2025-03-04', null, '2025-03-04'],
	['Sunday 31/02/2025', OFF, null, null, OFF],
	alike('FRI 14 MARCH 2025', DAY),
	alike('fri., Mar 14, 2025', DAY),
	alike('Fri. 14 March 2025', DAY),
	alike('Fri,14 March 2025', DAY),
	alike('Thu, 14 March 2025', WEEKDAY),
	alike('Freitag, 14 March 2025', null),
	alike('Fr 14 March 2025', null),
	alike('Fri14 March 2025', DAY),
	alike('14 March 2025, Friday', DAY),
	alike('Fri Friday 14 March 2025', DAY),
	alike('Fri Mon 14 March 2025', null),
	['mar., 11.03.2025', '2025-03-11', WEEKDAY, null, '2025-03-11'],
	['sub, 02. 08. 2025.', '2025-08-02', '2025-02-08', null, TWO],
	...['Tues', 'Weds', 'Wednes', 'Thur', 'Thurs'].map((day) =>
		alike(`${day}. 14 March 2025`, WEEKDAY),
	),
	alike('Thứ Năm, 13 tháng 3, 2025', '2025-03-13'),
	['14_03_2025', DAY, null, null, DAY],
	alike('1e maart 2025', '2025-03-01'),
	...['1er mars 2025', '1 er mars 2025', '1 st March 2025', '1 º de marzo de 2025'].map((text) =>
		alike(text, '2025-03-01'),
	),
	alike('1.º de março de 2025', '2025-03-01'),
	alike('23ste februari 2016', '2016-02-23'),
	alike('11 mars 2025 (mar.)', '2025-03-11'),
	alike('Friday', null),
];

/** What any clerk reads, whatever the language. */
const AS_WRITTEN: DateRow[] = [
	...[
		'Freitag, den 14. März 2025',
		'piątek, 14 marca 2025 r.',
		'2025年3月14日(金)',
		'2025. 3. 14.',
		'14MAR2025',
		'March14, 2025',
		'14º de marzo de 2025',
		'10:30 14 March 2025',
		'Fri Mar 14 10:30pm 2025',
		'9.05 Uhr, 14. März 2025',
		'Fri Mar 14 10:30:00 2025',
		'2025-03-14 10h30',
		'Thứ Sáu, 14 tháng 3, 2025',
		'ngày 14 tháng 3 năm 2025',
		'14 thg 3, 2025',
		'14.III.2025',
		'14-III-2025',
		'2025. III. 14.',
		'sexta-feira, 14 de março de 2025',
		'Fri. Mar/14/2025',
		'on 14 March 2025',
		'14. Mrz. 2025',
		'14-Mrz-2025',
		'14 th March 2025',
		'14 Mart 2025 Saat 10:30',
	].map((text) => alike(text, DAY)),
	alike('5 दिस॰ 2025', '2025-12-05'),
	alike('14.XIII.2025', null),
	alike('14.IIII.2025', null),
	alike('14.III.25', null),
	['14⁄03⁄2025', DAY, null, null, DAY],
	['14\\03\\2025', DAY, null, null, DAY],
	['14.03.2025 г.', DAY, null, null, DAY],
	['14.3.2025.', DAY, null, null, DAY],
	['14/03/2025 10h30', DAY, null, null, DAY],
	['14.03.2025, 10:30 Uhr', DAY, null, null, DAY],
	['14/03/2025 à 10:30', DAY, null, null, DAY],
	['14.3.2025 klo 10.30', DAY, null, null, DAY],
	// November in Polish, October in Croatian; a weekday that names one of them.
	alike('14 listopada 2025', TWO),
	alike('piątek, 14 listopada 2025', '2025-11-14'),
	// Other calendars.
	['14/3/2568', FAR, null, null, FAR],
	alike('1404/12/23', FAR),
	alike('2568年3月14日', FAR),
	alike('14 มีนาคม 2568', DAY),
	alike('14 มีนาคม ค.ศ. 2025', DAY),
	alike('วันที่ 14 เดือน มีนาคม พ.ศ. 2568', DAY),
	alike('วันศุกร์ที่ 14 มี.ค. พ.ศ. 2568', DAY),
	alike('令和7年3月14日', DAY),
	alike('昭和60年1月2日', '1985-01-02'),
	// Short names of eras, whose years are no others.
	...['R07.03.14', 'R7/3/14', 'r7-3-14', 'R7年3月14日', 'R 7年3月14日', 'R7.3.14(金)'].map((text) =>
		alike(text, DAY),
	),
	alike('H31.4.30', '2019-04-30'),
	alike('S63.1.7', '1988-01-07'),
	alike('T15.12.24', '1926-12-24'),
	alike('M45.7.29', FAR),
	alike('R7.2.30', OFF),
	// A letter apart from them may be a weekday.
	...['R 7.3.14', 'R.7.3.14', 'S 14/03/25', 'XR7.3.14', '14.03.R07'].map((text) =>
		alike(text, null),
	),
	alike('令和元年5月1日', '2019-05-01'),
	alike('中華民國114年3月14日', DAY),
	alike('2025年3月14号', DAY),
	alike('14 במרץ 2025', DAY),
	alike('יום ו׳, 14 במרץ 2025', DAY),
	alike('1 اغسطس 2025', '2025-08-01'),
	alike('14 كانون الأول 2025', '2025-12-14'),
	alike('14 كانون الثاني 2025', '2025-01-14'),
	alike('14 كانون 2025', TWO),
	alike('28មេសា 1972', '1972-04-28'),
	alike('am 14. Jänner 2025', '2025-01-14'),
	alike('2 d’agost del 2025', '2025-08-02'),
	alike('2 Lún 2025', '2025-08-02'),
	alike('5mh dhen t-Samhain 2024', '2024-11-05'),
	alike('Amajjii 1, 2025', '2025-01-01'),
	alike('14 de setiembre de 2025', '2025-09-14'),
	// A label, or a place.
	...[
		...[
			'Date: 14 March 2025',
			'Datum: 14. März 2025',
			'Rechnungsdatum : 14. März 2025',
			'**14 mars 2025**',
		],
		...[
			'Fecha de emisión: 14 de marzo de 2025',
			"Date d'échéance: 14 mars 2025",
			'Datum/Date: 2025-03-14',
		],
		...[
			'Berlin, 2025-03-14',
			'Berlin, den 14. März 2025',
			'Paris, le 14 mars 2025',
			'München, 14. März 2025',
		],
		...['New York, March 14, 2025', 'Warszawa, dnia 14 marca 2025 r.', 'Date: Berlin, 2025-03-14'],
		...['Bad Homburg v.d. Höhe, 14. März 2025', "L'Aquila, 14 marzo 2025", 'ŁÓDŹ, 2025-03-14'],
	].map((text) => alike(text, DAY)),
	['Berlin, 14.03.2025', DAY, null, null, DAY],
	['Datum: 14.03.2025', DAY, null, null, DAY],
	['Date: Monday, 14/03/2025', WEEKDAY, null, null, WEEKDAY],
	...[
		...[
			'Paid 2025-03-14',
			'paid, 2025-03-14',
			'Hijri, 2025-03-14',
			'Freitags, 2025-03-14, Paris',
			'Due: 2025-03-14',
			'Until: 2025-03-14',
			'Date 2025-03-14',
			'Update: 2025-03-14',
		],
		...[
			'Berlin 2025-03-14',
			'Berlin, Paris, 2025-03-14',
			'Berlin, bis 2025-03-14',
			'Date: until 2025-03-14',
		],
		...[
			'Berlin, 2025-03-14, Paris, 2025-03-15',
			'Mon., Paris, 2025-03-14',
			'2025-03-14, Berlin',
			'Date: 14',
		],
	].map((text) => alike(text, null)),
	// The Ethiopian calendar has these months, too, but other years.
	alike('7 መጋቢት 2017', null),
];

const WITH_TIMES: DateRow[] = [
	['14/03/2025 10:30', DAY, null, null, DAY],
	alike('2025-03-14T10:30:15.123', DAY),
	['14.03.2025, 9:30 pm', DAY, null, null, DAY],
	['14/03/2025 at 23:59:59', DAY, null, null, DAY],
	['14/03/2025 10:30Z', ZONE, null, null, ZONE],
	alike('2025-03-14T00:00:00+02:00', ZONE),
	['14/03/2025 10:30 UTC', ZONE, null, null, ZONE],
	['14/03/2025 24:00', DAY, null, null, DAY],
	['14/03/2025 24:30', TIME, null, null, TIME],
	// The time would be that of the place.
	['London, 14/03/2025 10:30', TIME, null, null, TIME],
	['14/03/2025 10.30', DAY, null, null, DAY],
	['14.03.2025 - 10.30', DAY, null, null, DAY],
	['14.03.2025 - 10.05 Uhr', DAY, null, null, DAY],
	['kl. 10.05 14.03.2025', DAY, null, null, DAY],
	['14.3.2025 10.05', DAY, null, null, DAY],
	['14/03/2025 -- 10:30', DAY, null, null, DAY],
	['10.30 Uhr, 14.03.2025, Freitag', DAY, null, null, DAY],
	alike('10.30 Uhr, 14. März 2025', DAY),
	alike('14. mar. 2025, 09.05.07', DAY),
	alike('14 March 2025 10:30 - 11:30', TIME),
	alike('14/03/202510:30', null),
	['31/02/2025 10:30', OFF, null, null, OFF],
	['14/03/25 10:30', SHORT, null, SHORT, SHORT],
	['14/03/2025 10:30 15/03/2025', TIME, null, null, TIME],
	alike('14 March 2025 10:30', DAY),
	alike('Fri, 14 Mar 2025 10:30:15', DAY),
	alike('Sat, 14 Mar 2025 10:30:15', WEEKDAY),
	alike('10:30', null),
];

export const DATES = [...IN_FIGURES, ...BEHIND_WEEKDAYS, ...AS_WRITTEN, ...WITH_TIMES];
