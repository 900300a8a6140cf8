import type { Dialect } from '../dialect';
import { parseTimestamp } from '../timestamps';

/** Rounding units of the bounds, in microseconds. */
const PRECISION_US = { us: 1, ms: 1_000, seconds: 1_000_000, days: 86_400_000_000 };

/** The first and the last microsecond of the matching creation times. */
export function createdRange(
	{ startTime, endTime }: { startTime?: string; endTime?: string },
	{ bounds, boundPrecision, timeZone }: Dialect,
): [fromUs: number, toUs: number] {
	const unit = PRECISION_US[boundPrecision];
	const cut = (time: string) => Math.floor(parseTimestamp(time, timeZone) / unit) * unit;
	const isIn = bounds === 'inclusive';
	return [
		startTime === undefined ? -Infinity : cut(startTime) + (isIn ? 0 : unit),
		endTime === undefined ? Infinity : cut(endTime) + (isIn ? unit : 0) - 1,
	];
}
