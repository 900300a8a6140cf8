import { convert, type Format } from '../../../nodes/DocScore/rules/conversions';
import { OFF, SHORT, TIME, WEEKDAY } from './dates';
import { FORMAT } from './format';

const RANGE = 'has a time that may be a range';

const read = (value: Parameters<typeof convert>[0], format: Partial<Format> = {}) =>
	convert(value, 'dateTime', { ...FORMAT, timezone: 'UTC', ...format });

const resultOf = (expected: string) =>
	/^\d/.test(expected) ? { ok: true, value: expected } : { ok: false, problem: expected };

const MOMENT = '2025-03-14T10:30:00.000Z';
const UNLIKE = 'is not a date such as 31/12/2025';

// One test, and the first: Stryker runs only those in which the words of all languages are made.
test('the words and years of any language are known', () => {
	const moments = [
		['วันศุกร์ที่ 14 มี.ค. พ.ศ. 2568, 10:30', MOMENT],
		['令和7年3月14日 10:30', MOMENT],
		['14 tháng 3, 2025 10:30 CH', '2025-03-14T22:30:00.000Z'],
		['am 14. März 2025 um 12:30 Uhr', '2025-03-14T12:30:00.000Z'],
		['am 14. Jänner 2025 10:30', '2025-01-14T10:30:00.000Z'],
		['14 de marzo de 2025 a las 12:02', '2025-03-14T12:02:00.000Z'],
		['2 d’agost del 2025 10:30', '2025-08-02T10:30:00.000Z'],
		['14 במרץ 2025, 10:30', MOMENT],
		['2025年3月14日 凌晨2:05', '2025-03-14T02:05:00.000Z'],
		['Amajjii 1, 2025, 10:30', '2025-01-01T10:30:00.000Z'],
		['14 كانون الثاني 2025 10:30', '2025-01-14T10:30:00.000Z'],
		['sam. 15 mars 2025 10:30', '2025-03-15T10:30:00.000Z'],
		['Thu, 14/03/2025 10:30', WEEKDAY],
		...['7 መጋቢት 2017, 10:30', '03/2025 10:30'].map((text) => [text, UNLIKE] as const),
	] as const;
	expect(moments.map(([text]) => read(text))).toEqual(moments.map(([, each]) => resultOf(each)));
});

/** Times of day, and the expected time if they follow a date. */
const TIMES: Array<[text: string, time: string]> = [
	['10:30', '10:30:00.000'],
	['00:00', '00:00:00.000'],
	['23:59', '23:59:00.000'],
	['10:30:15', '10:30:15.000'],
	['10:30:15.1', '10:30:15.100'],
	['10:30:15,25', '10:30:15.250'],
	['10:30:15.123456', '10:30:15.123'],
	['23:59:59.999999999', '23:59:59.999'],
	['１０：３０', '10:30:00.000'],
	['10:30 AM', '10:30:00.000'],
	['10:30 pm', '22:30:00.000'],
	['10:30 a.m', '10:30:00.000'],
	['12:30 AM', '00:30:00.000'],
	['12:30 PM', '12:30:00.000'],
	['1:05 PM', '13:05:00.000'],
	['10:30:15.5 PM', '22:30:15.500'],
	['10:30Z', '10:30:00.000'],
	['10:30 z', '10:30:00.000'],
	['10:30 UTC', '10:30:00.000'],
	['10:30 gmt', '10:30:00.000'],
	['10:30 PM GMT', '22:30:00.000'],
	['10:30+02:00', '08:30:00.000'],
	['10:30 +0200', '08:30:00.000'],
	['23:30+14:00', '09:30:00.000'],
	['10:30:15 -0530', '16:00:15.000'],
	['10:30:15-05:00', RANGE],
	['10:30:00-11:30', RANGE],
	['10:30:15.', '10:30:15.000'],
	['10:30 Uhr', '10:30:00.000'],
	['10:30 +02', '08:30:00.000'],
	// The arrival of a flight, on the next day.
	...['10:30 +1', '10:30+1', '10:30 PM +1'].map((text): [string, string] => [text, TIME]),
	['10:30P', '22:30:00.000'],
	['10:30:15a', '10:30:15.000'],
	['10u30', '10:30:00.000'],
	['12 noon', '12:00:00.000'],
	['12:00 noon', '12:00:00.000'],
	['noon', '12:00:00.000'],
	['10:30 UTC+2', '08:30:00.000'],
	['10.30', '10:30:00.000'],
	['10h30', '10:30:00.000'],
	['10 h 30', '10:30:00.000'],
	['22 h 05 min 10 s', '22:05:10.000'],
	['22h05m10s', '22:05:10.000'],
	['10h30min', '10:30:00.000'],
	['10 AM', '10:00:00.000'],
	['10 h', '10:00:00.000'],
	['10:30h UTC', '10:30:00.000'],
	['10:30 hrs', '10:30:00.000'],
	['10:30 SA', '10:30:00.000'],
	['10:30 CH', '22:30:00.000'],
	['10:30 pop.', '22:30:00.000'],
	['10:30 GMT-5', '15:30:00.000'],
	['10:30 UTC+530', '05:00:00.000'],
	['10:30 a. m.', '10:30:00.000'],
	['10:30 μ.μ.', '22:30:00.000'],
	['上午10:30', '10:30:00.000'],
	['오후 10:30', '22:30:00.000'],
	['10 Uhr', '10:00:00.000'],
	['um 10 Uhr', '10:00:00.000'],
	['10 uur', '10:00:00.000'],
	['à 10 heures', '10:00:00.000'],
	['v 10 hodin', '10:00:00.000'],
	['kl. 10', '10:00:00.000'],
	['klo 10', '10:00:00.000'],
	['Saat 10', '10:00:00.000'],
	['Saat 10:30', '10:30:00.000'],
	['10:30-11:30', RANGE],
	['10:30 -05:00', RANGE],
	['10:30 -0500', RANGE],
	...[
		...[
			'24:01',
			'24:00:01',
			'24:30',
			'24:00 PM',
			'24h',

			'25:00',
			'10:60',
			'10:30:60',
			'10:3',
			'10:30:1',
			'10:30:15:20',
		],
		...['10:30:15²', '13:00 PM', '0:30 AM', '10:30 M', '10:30 a', '10:30 p.'],
		...['10:30 ampm', '10:30 - 11:30', '10:30-', '10:30+15:00', '10:30+02:60'],
		...['10:30 CET', '10:30 11:30', '10:30 Z Z', '오전 오후 10:30'],
		...['25 Uhr', '10-12 Uhr', 'kl. 10-12'],
	].map((text): [string, string] => [text, TIME]),
];

test.each(TIMES)('14/03/2025 %s is read as %s', (text, time) => {
	const expected = /^\d/.test(time) ? `2025-03-14T${time}Z` : time;
	expect(read(`14/03/2025 ${text}`)).toEqual(resultOf(expected));
});

test.each([
	['14/03/2025 10:30', MOMENT],
	// The h is that of the hour, not of an era.
	['10 h 14/03/25', 'has a two-digit year'],
	['14/03/2025T10:30', MOMENT],
	['14/03/2025 24:00', '2025-03-15T00:00:00.000Z'],
	['31.12.2025, 24 Uhr', '2026-01-01T00:00:00.000Z'],
	['2025-03-14T24:00:00+02:00', '2025-03-14T22:00:00.000Z'],
	['Mar 14, 2025 10:30P', '2025-03-14T22:30:00.000Z'],
	...[
		'Mar 14, 2025 10:30 P',
		'Mar 14, 2025 10:30p.',
		'Mar 14, 2025 10:30 a',
		'10:30 P 14.03.2025',
		'London, 14/03/2025 10:30',
	].map((text): [string, string] => [text, TIME]),
	['Date: 14/03/2025 10:30', MOMENT],
	['14/03/2025,10:30', MOMENT],
	['14/03/2025, 10:30', MOMENT],
	['14/03/2025 at 10:30', MOMENT],
	['14/03/2025\n10:30', MOMENT],
	['March 14th, 2025, 10:30 AM', MOMENT],
	['14/03/2025T10:30-05:00', '2025-03-14T15:30:00.000Z'],
	['14/03/2025 00:30+02:00', '2025-03-13T22:30:00.000Z'],
	['14/03/202510:30', UNLIKE],
	['14/03/2025at10:30hrs', MOMENT],
	['14/03/2025 - 10:30', MOMENT],
	['14.03.2025 (10:30)', MOMENT],
	['14.03.2025 | 10:30', MOMENT],
	['20250314T103000Z', MOMENT],
	['Noon, 14/03/2025', '2025-03-14T12:00:00.000Z'],
	['2025年3月14日 10時30分', MOMENT],
	['2025年3月14日 15時', '2025-03-14T15:00:00.000Z'],
	['2025年3月14日 午後3時', '2025-03-14T15:00:00.000Z'],
	['2025년 3월 14일 오후 3시', '2025-03-14T15:00:00.000Z'],
	['10 Uhr, 14.03.2025', '2025-03-14T10:00:00.000Z'],
	// Half past three, three hours, some minutes, and two times.
	...[
		...[
			'2025年3月14日 3時半',
			'2025年3月14日 3時間',
			'2025年3月14日 3時5分',
			'2025年3月14日 3点一刻',
		],
		...['14.03.2025, 10 Uhr 30', '14.03.2025, 10 - 12 Uhr', '14.03.2025 kl 10 - 12'],
	].map((text): [string, string] => [text, UNLIKE]),
	['Fri Mar 14 2025 10:30:00 GMT+0100 (CET)', '2025-03-14T09:30:00.000Z'],
	[
		'Fri Mar 14 2025 10:30:00 GMT+0100 (Central European Standard Time)',
		'2025-03-14T09:30:00.000Z',
	],
	['12:30 Uhr am 14.03.2025', '2025-03-14T12:30:00.000Z'],
	['12:30 am 14.03.2025', TIME],
	['12:30am 14 March 2025', '2025-03-14T00:30:00.000Z'],
	['12:30 am March 14, 2025', '2025-03-14T00:30:00.000Z'],
	['12:30 am Friday, 14 Mar 2025', '2025-03-14T00:30:00.000Z'],
	['12:30 am 14. März 2025', TIME],
	['12:30 am 14 mars 2025', TIME],
	['2:21 p.m., December 11, 2014', '2014-12-11T14:21:00.000Z'],
	['2025년 3월 14일 AM 12:30', '2025-03-14T00:30:00.000Z'],
	['2025年3月14日 晚上8:30', '2025-03-14T20:30:00.000Z'],
	['2025年3月14日 晚上12:30', TIME],
	['14 มีนาคม 2568 เวลา 10:30 น.', MOMENT],
	['at 10:30 on 14 March 2025', MOMENT],
	['10.30 Uhr, 14. März 2025', MOMENT],
	['14.03.2025/10:30', MOMENT],
	['14/Mar/2025:10:30:00', MOMENT],
	['14/03/2025 010:30', TIME],
	['14/03/2025 soon 10:30', TIME],
	['10:30', UNLIKE],
	[' at 10:30', UNLIKE],
	['10:30 14/03/2025', MOMENT],
	['2025-03-14T10:30:00Z', MOMENT],
	['soon', UNLIKE],
	['14/03/2025', 'has no time'],
	['14/03/2025 10.30', MOMENT],
	['14/03/2025 10h30', MOMENT],
	['14/03/2025 10', TIME],
	['31/02/2025', OFF],
	['31/02/2025 10:30', OFF],
	['14/03/25 10:30', SHORT],
])('%j is %j', (text, expected) => {
	expect(read(text)).toEqual(resultOf(expected));
});

test.each([1741948200000, 45730.4375, false, {}, [MOMENT]])('%j is not a time', (value) => {
	expect(read(value)).toEqual(resultOf(UNLIKE));
});

test('a language decides whether 12:30 am before a date is at night', () => {
	const text = '12:30 am April 14, 2025';
	expect(read(text)).toEqual(resultOf(TIME));
	expect(read(text, { language: 'de' })).toEqual(resultOf(TIME));
	expect(read(text, { language: 'en-GB' })).toEqual(resultOf('2025-04-14T00:30:00.000Z'));
	expect(read('12:30 am 14 may 2025', { language: 'es' })).toEqual(
		resultOf('2025-05-14T00:30:00.000Z'),
	);
});

test('the date is read in the order of the format', () => {
	expect(read('03/04/2025 10:30')).toEqual(resultOf('2025-04-03T10:30:00.000Z'));
	expect(read('03/04/2025 10:30', { dateFormat: 'mdy' })).toEqual(
		resultOf('2025-03-04T10:30:00.000Z'),
	);
	expect(read('2025-03-14T10:30:00Z', { dateFormat: 'ymd' })).toEqual(resultOf(MOMENT));
});

const SKIPPED = 'has a time that does not exist in';
const TWICE = 'has a time that occurs twice in';

test.each([
	['Europe/Berlin', '14/03/2025 10:30', '2025-03-14T09:30:00.000Z'],
	['Europe/Berlin', '14/07/2025 10:30Z', '2025-07-14T10:30:00.000Z'],
	['Europe/Berlin', '14/07/2025 00:30:15.5', '2025-07-13T22:30:15.500Z'],
	['Europe/Berlin', '30/03/2025 01:59:59.999', '2025-03-30T00:59:59.999Z'],
	['Europe/Berlin', '30/03/2025 02:00', SKIPPED],
	['Europe/Berlin', '30/03/2025 02:59:59.999', SKIPPED],
	['Europe/Berlin', '30/03/2025 03:00', '2025-03-30T01:00:00.000Z'],
	['Europe/Berlin', '26/10/2025 01:59', '2025-10-25T23:59:00.000Z'],
	['Europe/Berlin', '26/10/2025 02:00', TWICE],
	['Europe/Berlin', '26/10/2025 02:59', TWICE],
	['Europe/Berlin', '26/10/2025 03:00', '2025-10-26T02:00:00.000Z'],
	['Europe/Berlin', '26/10/2025 02:30+02:00', '2025-10-26T00:30:00.000Z'],
	['America/New_York', '09/03/2025 02:30', SKIPPED],
	['America/New_York', '02/11/2025 01:30', TWICE],
	['UTC', '31/12/9999 23:59:59', 'is more than a century away'],
	['UTC', '13/03/2025 10:30 CET', TIME],
	['Pacific/Apia', '29/12/2011 23:59', '2011-12-30T09:59:00.000Z'],
	['Pacific/Apia', '30/12/2011 12:00', SKIPPED],
	['Pacific/Apia', '31/12/2011 00:00', '2011-12-30T10:00:00.000Z'],
	['Australia/Lord_Howe', '06/04/2025 01:45', TWICE],
	['Australia/Lord_Howe', '06/04/2025 02:00', '2025-04-05T15:30:00.000Z'],
])('in %s, %j is %j', (timezone, text, expected) => {
	const told = [SKIPPED, TWICE].includes(expected)
		? `${expected} ${timezone} (clock change)`
		: expected;
	expect(read(text, { timezone })).toEqual(resultOf(told));
});

test.each([
	['14.03.2025 10:30 Uhr UTC', '10:30:00'],
	['14 mars 2025 à 10:30 heures GMT', '10:30:00'],
	['14 March 2025 UTC 9:05', '09:05:00'],
	['14 March 2025, GMT 10:30:15', '10:30:15'],
	['14 марта 2025 г. UTC в 10:30', '10:30:00'],
	['2025-03-14T1030Z', '10:30:00'],
	['20250314T103015Z', '10:30:15'],
	['20250314T1030', '09:30:00'],
	['20250314T103015', '09:30:15'],
	['2025년 3월 14일 AM 9:05', '08:05:00'],
	['2025년 3월 14일 PM 9:05:30', '20:05:30'],
])('in Berlin, %j is a time', (text, time) => {
	expect(read(text, { timezone: 'Europe/Berlin' })).toEqual({
		ok: true,
		value: `2025-03-14T${time}.000Z`,
	});
});
