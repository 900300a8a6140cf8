import { momentsAt } from '../engine/input/time';
import type { ExtractedField } from '../service/types';
import { DATE_EXAMPLES, DATE_FORMATS, type DatedText, type DateFormat, TIME } from './date';
import { type DateReading, type Dates, datesIn, type DateSettings, ordersOf } from './dates';
import { Problem } from './normalize';

/** The day as 2025-12-31. */
export function toDate(
	value: ExtractedField['value'],
	settings: DateSettings,
	dates: Dates,
): string | Problem {
	const { day, time } = partsOf(value, settings, dates);
	if (day instanceof Problem) return day;
	if (time instanceof Problem) return time;
	return time?.zone ? new Problem('has a timezone, so the day is ambiguous') : day;
}

/** The moment as 2025-12-31T23:00:00.000Z. `timezone` applies to times without one. */
export function toDateTime(
	value: ExtractedField['value'],
	settings: DateSettings,
	timezone: string,
	dates: Dates,
): string | Problem {
	const { day, time } = partsOf(value, settings, dates);
	if (day instanceof Problem) return day;
	if (time instanceof Problem) return time;
	if (time === null) return new Problem('has no time');
	const local = `${day}T${time.clock}`;
	const [moment, another] = time.zone
		? [Date.parse(local + time.zone)]
		: momentsAt(Date.parse(`${local}Z`), timezone);
	if (moment === undefined)
		return new Problem(`has a time that does not exist in ${timezone} (clock change)`);
	if (another !== undefined)
		return new Problem(`has a time that occurs twice in ${timezone} (clock change)`);
	return new Date(moment).toISOString();
}

interface Time {
	clock: string;
	zone: string | undefined;
}

function partsOf(
	value: ExtractedField['value'],
	settings: DateSettings,
	dates: Dates,
): { day: string | Problem; time: Time | Problem | null } {
	const date = dates.of(value, settings);
	const hasOddTime = date?.found.hasMore === true && /\d:/.test(String(value));
	if (!date || (date.found.hasMore && !hasOddTime)) {
		return { day: new Problem(unlike(settings)), time: null };
	}
	const day = dayOf(date.readings, settings, dates);
	return { day, time: hasOddTime ? ODD_TIME : timeOf(date.found) };
}

function dayOf(readings: DateReading[], settings: DateSettings, dates: Dates): string | Problem {
	const { dateFormat } = settings;
	const orders = dateFormat === 'detect' ? DATE_FORMATS : [dateFormat];
	const all = datesIn(readings, orders);
	const [date, another] = all.length > 1 ? datesIn(readings, dates.orders) : all;
	if (date !== undefined && another === undefined) return date;
	if (all.length > 0) {
		// Stryker disable next-line MethodExpression: all readings have an order, or none has
		const setting = readings.every(({ order }) => order === null)
			? 'enter the language in Language of Dates'
			: 'select the order in Dates Are Written';
		return new Problem(`can be read as ${all.sort().join(' or ')} (${setting})`);
	}
	const mine = readings.filter(({ order }) => order === null || orders.includes(order));
	const [problem] = mine.flatMap((each) => (each.date instanceof Problem ? [each.date] : []));
	return problem ?? new Problem(cureOf(readings, settings));
}

const unlike = ({ dateFormat }: DateSettings): string =>
	dateFormat === 'detect' ? 'is not a date' : `is not a date such as ${DATE_EXAMPLES[dateFormat]}`;

/** Names the setting that fits a date in another order, if there is exactly one. */
function cureOf(readings: DateReading[], settings: DateSettings): string {
	const [order, another] = ordersOf(readings);
	if (order === undefined || another !== undefined) return unlike(settings);
	return `${unlike(settings)} (Dates Are Written: ${ORDER_NAMES[order]} fits)`;
}

export const ORDER_NAMES: Record<DateFormat, string> = {
	dmy: 'Day, Month, Year',
	mdy: 'Month, Day, Year',
	ymd: 'Year, Month, Day',
};

const ODD_TIME = new Problem('has a time that is not written like 14:30');

function timeOf({ time, half: named, isIso }: DatedText): Time | Problem | null {
	if (time === '') return null;
	const [, hour, minute, second, fraction = '0', sign, latin, utc, zone] = TIME.exec(time) ?? [];
	const half = latin === undefined ? named : `${latin}m`;
	const isSharp = minute === '00' && Number(`${second ?? 0}${fraction}`) === 0;
	const hours = hoursOf(Number(hour), half, isSharp);
	const isWhole = minute === undefined && half === undefined && sign === undefined && !isIso;
	if (hours === null || isWhole) return ODD_TIME;
	if (zone?.startsWith('-') && utc === undefined && !isIso && (zone.includes(':') || !second)) {
		return new Problem('has a time that may be a range');
	}
	const offset = zone === undefined ? utc && 'Z' : offsetOf((utc ?? '') + zone);
	if (offset === null) return ODD_TIME;
	const clock = [String(hours).padStart(2, '0'), minute ?? '00', second ?? '00'].join(':');
	return { clock: `${clock}.${fraction}`, zone: offset };
}

function hoursOf(hours: number, half: string | undefined, isSharp: boolean): number | null {
	// 24:00 is the end of the day; 24 hours are all of it.
	if (half === undefined) return hours < 24 || (hours === 24 && isSharp) ? hours : null;
	// Some write 22:05 PM, which has one meaning only in the afternoon.
	if (hours < 1 || hours > 12) return null;
	return (hours % 12) + (half === 'pm' ? 12 : 0);
}

/** +02:00 of UTC+2, +02 or +0200; null if no place on earth has it. */
function offsetOf(zone: string): string | null {
	const [, sign = '', hours = '', minutes = '00'] = /([-+])(\d\d?):?(\d\d)?$/.exec(zone) ?? [];
	// Behind the arrival of a flight, +1 is the next day.
	if (/^\+\d$/.test(zone)) return null;
	return Number(hours) > 14 ? null : `${sign}${hours.padStart(2, '0')}:${minutes}`;
}
