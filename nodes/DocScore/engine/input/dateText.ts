import { isObject } from '../../service/json';

/** The ISO 8601 text of a Date or of Luxon's DateTime; null for other values. */
export function isoOf(value: unknown): string | null {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
	const iso: unknown = isDateTime(value) ? value.toISO() : null;
	return typeof iso === 'string' && !Number.isNaN(Date.parse(iso)) ? iso : null;
}

/** Whether the value is a Date or Luxon's DateTime, also one that does not exist. */
export const isDateLike = (value: unknown): boolean => value instanceof Date || isDateTime(value);

function isDateTime(value: unknown): value is { toISO(): unknown } {
	return isObject(value) && typeof value.toISO === 'function';
}
