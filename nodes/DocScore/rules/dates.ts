import { isOnCalendar } from '../engine/input/time';
import { DATE_FORMATS, type DatedText, type DateFormat, type Day, findDate } from './date';
import { memoize } from './memoize';
import { Problem } from './normalize';

/** How a rule reads dates. */
export interface DateSettings {
	dateFormat: DateFormat | 'detect';
	/** Whether 25 can be the year 2025. */
	shortYears: boolean;
	/** The language of names, such as pl; empty for all. */
	language: string;
}

/** No date is longer, in any language. */
const MAX_LENGTH = 100;

/** A date that a text can mean, or why it means none, in an order or in every order. */
export interface DateReading {
	order: DateFormat | null;
	date: string | Problem | null;
}

const readingsOf = ({ days }: DatedText, shortYears: boolean): DateReading[] =>
	days.map((day) => ({ order: day.order, date: dateOf(day, shortYears) }));

/** The dates that the readings in the given orders have, each once. */
export function datesIn(readings: DateReading[], orders: readonly DateFormat[]): string[] {
	const dates: string[] = [];
	for (const { order, date } of readings) {
		if (order !== null && !orders.includes(order)) continue;
		if (typeof date === 'string' && !dates.includes(date)) dates.push(date);
	}
	return dates;
}

/** The orders in which there is a date. */
export const ordersOf = (readings: DateReading[]): DateFormat[] =>
	DATE_FORMATS.filter((format) =>
		readings.some(({ order, date }) => typeof date === 'string' && (order ?? format) === format),
	);

/** Null if the numbers are none of a date. */
function dateOf({ year, month, day, weekday }: Day, shortYears: boolean): string | Problem | null {
	if (!/^\d\d?$/.test(day) || Number(month) > 12) return null;
	if (/^\d\d?$/.test(year) && !shortYears) return new Problem('has a two-digit year');
	const thisYear = new Date().getUTCFullYear();
	const full = /^\d\d$/.test(year) ? inCentury(Number(year), thisYear) : year;
	// A year such as 0025 may be a year of two digits.
	if (Number(full) < 1000) return null;
	const date = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	if (!isOnCalendar(date)) return new Problem('is not an existing date');
	// Another calendar, or a misread digit.
	if (Math.abs(Number(full) - thisYear) > 100) return new Problem('is more than a century away');
	return weekday === undefined || weekday === new Date(date).getUTCDay()
		? date
		: new Problem('has a weekday that does not match the date');
}

/** The year of two digits that is at most 20 years in the future. */
const inCentury = (year: number, thisYear: number): string =>
	String(thisYear + 20 - ((((thisYear + 20 - year) % 100) + 100) % 100));

/** A text with a date, and the dates that it can mean. */
interface ReadDate {
	found: DatedText;
	readings: DateReading[];
}

function readDate(value: string, language: string, shortYears: boolean): ReadDate | null {
	const found = findDate(value, language);
	return found && { found, readings: readingsOf(found, shortYears) };
}

/** The dates of a document, and how it writes them. Each text is read once. */
export class Dates {
	private readonly read = memoize(readDate, Infinity);

	private shown: readonly DateFormat[] | undefined;

	/** @param detected the values whose order is to be detected */
	constructor(private readonly detected: () => Array<{ value: unknown; settings: DateSettings }>) {}

	/** Null if the value is no date in any order. */
	of(value: unknown, { language, shortYears }: DateSettings): ReadDate | null {
		if (typeof value !== 'string' || value.length > MAX_LENGTH) return null;
		// In Thailand, 68 is 2568, which is 2025.
		return this.read(value, language, shortYears && !/\p{Script=Thai}/u.test(value));
	}

	/**
	 * The orders in which all these values can be read; none if the document writes dates in more than
	 * one way.
	 */
	get orders(): readonly DateFormat[] {
		this.shown ??= this.shownOrders();
		return this.shown;
	}

	private shownOrders(): readonly DateFormat[] {
		let shown: readonly DateFormat[] = DATE_FORMATS;
		for (const { value, settings } of this.detected()) {
			const date = this.of(value, settings);
			if (!date || date.found.hasMore) continue;
			const fitting = ordersOf(date.readings);
			if (fitting.length === 0) continue;
			shown = shown.filter((order) => fitting.includes(order));
		}
		return shown;
	}
}
