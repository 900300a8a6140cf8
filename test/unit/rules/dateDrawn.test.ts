import fc from 'fast-check';
import { convert } from '../../../nodes/DocScore/rules/conversions';
import { DATE_FORMATS, type DateFormat } from '../../../nodes/DocScore/rules/date';
import { holds } from '../../harness/jest/draws';
import { FORMAT } from './format';

interface Written {
	day: string;
	month: string;
	year: string;
}

const IN_ORDER: Record<DateFormat, (written: Written) => string[]> = {
	dmy: ({ day, month, year }) => [day, month, year],
	mdy: ({ day, month, year }) => [month, day, year],
	ymd: ({ day, month, year }) => [year, month, day],
};

const named = (date: Date, options: Intl.DateTimeFormatOptions) =>
	date.toLocaleDateString('en-US', { timeZone: 'UTC', ...options });

const ORDINALS = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' };
const ordinal = (day: number) =>
	`${day}${ORDINALS[new Intl.PluralRules('en', { type: 'ordinal' }).select(day)]}`;

/** All forms of a day with the name of its month. */
function waysWithName(date: Date): string[] {
	const day = date.getUTCDate();
	const year = date.toISOString().slice(0, 4);
	return (['long', 'short'] as const).flatMap((length) => {
		const month = named(date, { month: length });
		const weekday = named(date, { weekday: length });
		const ways = [
			`${day} ${month} ${year}`,
			`${String(day).padStart(2, '0')}-${month}-${year}`,
			`${month} ${day}, ${year}`,
			`${ordinal(day)} of ${month}, ${year}`,
			`${month}. ${ordinal(day)} ${year}`,
			`${year} ${month.toUpperCase()} ${day}`,
		];
		return ways.flatMap((way) => [way, `${weekday}, ${way}`, `${weekday} ${way}`]);
	});
}

const days = fc.date({
	min: new Date('1950-01-01T00:00Z'),
	max: new Date('2099-12-31T00:00Z'),
	noInvalidDate: true,
});

const SIGNS = ['/', '.', '-', ' ', '. ', ' / '];

test.each(DATE_FORMATS)('a date written as %s is read as the same date', async (dateFormat) => {
	const drawn = fc.record({
		date: days,
		sign: fc.constantFrom(...SIGNS),
		length: fc.constantFrom(1, 2),
		time: fc.constantFrom('', ' 10:30', ', 9:15:07 PM', ' at 00:00'),
	});
	const property = fc.asyncProperty(drawn, async ({ date, sign, length, time }) => {
		const value = date.toISOString().slice(0, 10);
		const year = value.slice(0, 4);
		const month = String(date.getUTCMonth() + 1).padStart(length, '0');
		const day = String(date.getUTCDate()).padStart(length, '0');
		const text = IN_ORDER[dateFormat]({ day, month, year }).join(sign);
		const texts = [text, ...waysWithName(date)].map((way) => way + time);
		const format = { ...FORMAT, dateFormat };
		expect(texts.map((each) => [each, convert(each, 'date', format)])).toEqual(
			texts.map((each) => [each, { ok: true, value }]),
		);
	});
	await holds(`dates as ${dateFormat}`, property, { numRuns: 35 });
});

const NAMES = [
	'UTC',
	'Europe/Berlin',
	'America/New_York',
	'America/St_Johns',
	'Asia/Kathmandu',
	'Australia/Lord_Howe',
	'Pacific/Kiritimati',
	'Africa/Casablanca',
	'America/Caracas',
];

const HOUR_MS = 3_600_000;
const MACHINE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Names of zones that n8n accepts, and how far their clocks are ahead of a zone in JavaScript. */
const ZONES = [
	...NAMES.map((name) => ({ timezone: name, timeZone: name, aheadMs: 0 })),
	{ timezone: 'UTC+2', timeZone: 'UTC', aheadMs: 2 * HOUR_MS },
	{ timezone: 'UTC-3:30', timeZone: 'UTC', aheadMs: -3.5 * HOUR_MS },
	{ timezone: 'local', timeZone: MACHINE, aheadMs: 0 },
];

test('a local time is read as the same moment, or is an issue if it occurs twice', async () => {
	const drawn = fc.record({
		moment: fc.date({
			min: new Date('1950-01-01T00:00Z'),
			max: new Date('2099-12-31T00:00Z'),
			noInvalidDate: true,
		}),
		drawnZone: fc.constantFrom(...ZONES),
		isHalf: fc.boolean(),
	});
	const property = fc.asyncProperty(drawn, async ({ moment, drawnZone, isHalf }) => {
		const { timezone, timeZone, aheadMs } = drawnZone;
		moment.setUTCMilliseconds(0);
		const options = { timeZone, timeStyle: 'medium' } as const;
		const clock = new Date(moment.getTime() + aheadMs);
		const day = clock.toLocaleDateString('en-GB', { timeZone });
		const time = clock.toLocaleTimeString(isHalf ? 'en-US' : 'en-GB', options);
		const converted = convert(`${day}, ${time}`, 'dateTime', {
			...FORMAT,
			timezone,
		});
		const twice = {
			ok: false,
			problem: `has a time that occurs twice in ${timezone} (clock change)`,
		};
		const once = { ok: true, value: moment.toISOString() };
		expect(converted).toEqual(converted.ok ? once : twice);
	});
	await holds('moments', property, { numRuns: 170 });
});
