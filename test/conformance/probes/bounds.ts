import type { RunFilters } from '../../../nodes/DocScore/service/types';
import type { Dialect } from '../../sandbox/dialect';
import type { Account } from '../account';
import { type Finding, differs, holds, type Probe } from '../finding';
import { isoOf, LENGTHS_US } from '../instants';
import { instantOf } from './times';

/** From where on a run passes as its bound moves, in microseconds. */
export interface Thresholds {
	/** The first startTime that keeps the run out. */
	start: number;
	/** The first endTime that lets it in. */
	end: number;
}

/** More than what the bounds are moved by. */
const NEIGHBOURS_US = 4 * LENGTHS_US.days;

const UNITS = [LENGTHS_US.seconds, LENGTHS_US.minutes, LENGTHS_US.hours, LENGTHS_US.days];

/**
 * Moves each bound over one run. A service that cuts both sides to some unit before it compares them
 * lets the run in or out at the ends of its unit: which one tells whether the bound is inclusive.
 */
export async function findThresholds(account: Account): Promise<Thresholds | null> {
	const pivot = await account.pivot();
	const us = await instantOf(account, pivot);
	const shown = 10 ** Math.max(0, 6 - (pivot.created?.digits ?? 6));
	// A run that no name finds is searched among its neighbours.
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
	return start === null || end === null ? null : { start, end };
}

/** Where units may begin and end, in order; the first and the last are far beyond the largest unit. */
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

/** The first point at which this is so, by bisection; null where it always or never is. */
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
	// Within what the shown time leaves open, any microsecond can be the threshold.
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

export const bounds: Probe = {
	number: 4,
	point: 'Bounds',
	async examine(account) {
		const thresholds = await account.thresholds();
		if (thresholds === null) return notHeeded;
		const { start, end } = thresholds;
		if (end > start) return holds('Exclusive: only later, only earlier', { bounds: 'exclusive' });
		if (end < start) return holds('Inclusive: at the bound, too', { bounds: 'inclusive' });
		return holds('One of the two is inclusive', {});
	},
};

const notHeeded: Finding = differs(
	'Bounds are not heeded',
	'Created After and Before have no effect. Get Many with Return All reads page by page; the trigger reads every run in each poll and ends with an error on large accounts',
);

export const sharpness: Probe = {
	number: 5,
	point: 'How sharp bounds are',
	async examine(account) {
		const thresholds = await account.thresholds();
		if (thresholds === null) return notHeeded;
		const unit = unitOf(thresholds);
		const { us, ms, seconds } = LENGTHS_US;
		const boundSharpness = SHARPNESS[unit] ?? 'days';
		if ([us, ms, seconds].includes(unit)) return holds(boundSharpness, { boundSharpness });
		return differs(
			`Coarser than seconds: ${unit / seconds} s`,
			'Get Many with Return All reads page by page. Created After and Before are as coarse as this. The trigger assumes seconds, and may miss runs',
			{ boundSharpness },
		);
	},
};

const SHARPNESS: Record<number, Dialect['boundSharpness']> = {
	[LENGTHS_US.us]: 'us',
	[LENGTHS_US.ms]: 'ms',
	[LENGTHS_US.seconds]: 'seconds',
};

/** In microseconds. Where the thresholds are one, what it is a multiple of tells. */
function unitOf({ start, end }: Thresholds): number {
	const units = Object.values(LENGTHS_US);
	const apart = Math.abs(end - start);
	if (apart > 0) return units.find((unit) => apart <= unit) ?? LENGTHS_US.days;
	return units.findLast((unit) => start % unit === 0) ?? LENGTHS_US.us;
}
