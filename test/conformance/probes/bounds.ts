import type { RunFilters } from '../../../nodes/DocScore/service/types';
import type { Dialect } from '../../sandbox/dialect';
import type { Account } from '../account';
import { cannotTell, differs, type Finding, holds, type Probe } from '../finding';
import { isoOf, LENGTHS_US } from '../instants';
import { instantOf } from './times';

/** The bounds, in microseconds, at which a list starts to leave out or to show a run; null if it never does. */
export interface Thresholds {
	/** The first startTime that leaves the run out. */
	start: number | null;
	/** The first endTime that includes it. */
	end: number | null;
}

/** Farther than the bounds are moved. */
const NEIGHBOURS_US = 4 * LENGTHS_US.days;

const UNITS = [LENGTHS_US.seconds, LENGTHS_US.minutes, LENGTHS_US.hours, LENGTHS_US.days];

/**
 * Moves each bound across one run. A service may round both times down to a unit before it compares them.
 * It then includes or leaves out the run at the ends of this unit, which shows whether the bound is
 * inclusive.
 */
export async function findThresholds(account: Account): Promise<Thresholds> {
	const pivot = await account.pivot();
	const us = await instantOf(account, pivot);
	const shown = 10 ** Math.max(0, 6 - (pivot.created?.digits ?? 6));
	// A run without a unique name is searched for among its neighbours.
	const [from, to] = [isoOf(us - NEIGHBOURS_US), isoOf(us + NEIGHBOURS_US)];
	const near = pivot.name === null ? { startTime: from, endTime: to } : {};
	const passes = async (filters: RunFilters) =>
		await account.lists.shows(pivot, { filters: { ...near, ...filters } });
	const isOutFrom = async (bound: number) => !(await passes({ startTime: isoOf(bound) }));
	const isInUntil = async (bound: number) => await passes({ endTime: isoOf(bound) });
	const points = pointsAround(us, shown);
	const within = { from: us, to: us + shown - 1 };
	const start = await firstThat(isOutFrom, points, within);
	const end = await firstThat(isInUntil, points, within);
	return { start, end };
}

/**
 * Where units may begin and end, in order. The first and the last point are farther away than the largest
 * unit.
 */
function pointsAround(us: number, shown: number): number[] {
	const last = us + shown;
	const ends = UNITS.flatMap((unit) => {
		const from = Math.floor(us / unit) * unit;
		return [from, from + unit];
	});
	const ms = Math.floor(us / LENGTHS_US.ms) * LENGTHS_US.ms;
	const fine = [ms, us, us + 1, last - 1, last, Math.max(last, ms + LENGTHS_US.ms)];
	const far = 2 * LENGTHS_US.days;
	return [...new Set([us - far, ...ends, ...fine, us + far])].sort((a, b) => a - b);
}

/** The first point that meets the condition, by bisection; null if all or none of them do. */
async function firstThat(
	isSo: (point: number) => Promise<boolean>,
	points: number[],
	within: { from: number; to: number },
): Promise<number | null> {
	let low = 0;
	let high = points.length - 1;
	if ((await isSo(points[low] ?? 0)) || !(await isSo(points[high] ?? 0))) return null;
	while (high - low > 1) {
		const middle = (low + high) >>> 1;
		if (await isSo(points[middle] ?? 0)) high = middle;
		else low = middle;
	}
	const [from = 0, to = 0] = [points[low], points[high]];
	// The shown time is rounded, so any microsecond in this range can be the threshold.
	return from >= within.from && to <= within.to ? await bisect(isSo, from, to) : to;
}

async function bisect(isSo: (point: number) => Promise<boolean>, from: number, to: number) {
	while (to - from > 1) {
		const middle = Math.floor((from + to) / 2);
		if (await isSo(middle)) to = middle;
		else from = middle;
	}
	return to;
}

export const bounds: Probe[] = [
	{
		number: 4,
		point: 'Bounds',
		async judge(account) {
			const { start, end } = await account.thresholds();
			if (start === null && end === null) return notHeeded;
			if (start === null || end === null) {
				return differs(
					`\`${start === null ? 'startTime' : 'endTime'}\` is not heeded`,
					`Created ${start === null ? 'After' : 'Before'} has no effect. Get Many with Return All and the trigger need more requests, or end with an error`,
				);
			}
			if (end > start) return holds('Exclusive: only later, only earlier', { bounds: 'exclusive' });
			if (end < start) return holds('Inclusive: at the bound, too', { bounds: 'inclusive' });
			return holds('One of the two is inclusive');
		},
	},
	{
		number: 5,
		point: 'Precision of bounds',
		async judge(account) {
			const { start, end } = await account.thresholds();
			if (start === null && end === null) return notHeeded;
			if (start === null || end === null) return cannotTell('It takes both bounds to tell');
			const unit = unitOf(start, end);
			const { us, ms, seconds } = LENGTHS_US;
			const boundPrecision = PRECISION[unit] ?? 'days';
			if ([us, ms, seconds].includes(unit)) return holds(boundPrecision, { boundPrecision });
			return differs(
				`Coarser than seconds: ${unit / seconds} s`,
				'Created After and Before are as coarse as this. Get Many with Return All and the trigger end with an error if there is more than a page of runs',
				{ boundPrecision },
			);
		},
	},
];

const notHeeded: Finding = differs(
	'Bounds are not heeded',
	'Created After and Before have no effect. Get Many with Return All and the trigger end with an error if there is more than a page of runs',
);

const PRECISION: Record<number, Dialect['boundPrecision']> = {
	[LENGTHS_US.us]: 'us',
	[LENGTHS_US.ms]: 'ms',
	[LENGTHS_US.seconds]: 'seconds',
};

/** The unit in microseconds. If both thresholds are equal, the largest unit that divides them. */
function unitOf(start: number, end: number): number {
	const units = Object.values(LENGTHS_US);
	const apart = Math.abs(end - start);
	if (apart > 0) return units.find((unit) => apart <= unit) ?? LENGTHS_US.days;
	return units.findLast((unit) => start % unit === 0) ?? LENGTHS_US.us;
}
