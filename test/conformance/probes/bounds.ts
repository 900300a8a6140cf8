import type { RunFilters } from '../../../nodes/DocScore/service/types';
import type { Account } from '../account';
import { cannotTell, differs, type Finding, holds, type Probe } from '../finding';
import { isoOf, LENGTHS_US } from '../instants';
import { instantOf } from './times';

/** How a list compares its bounds with the time of a run. */
export interface Bounds {
	/** Whether startTime and endTime have an effect. */
	heeded: { startTime: boolean; endTime: boolean };
	/** To how many microseconds times are rounded down; null if less than what the service shows. */
	unit: number | null;
	/** Unknown without a unit. */
	isInclusive?: boolean;
}

/** Farther than the bounds are moved. */
const NEIGHBOURS_US = 4 * LENGTHS_US.days;
const FAR_US = 2 * LENGTHS_US.days;

const UNITS = [LENGTHS_US.days, LENGTHS_US.hours, LENGTHS_US.minutes, LENGTHS_US.seconds];

/**
 * Puts each bound on the beginning of the unit in which a run was created, from the largest unit on. If
 * times are rounded down to it, the bound equals the run's time: an exclusive startTime leaves the run out,
 * and an inclusive endTime shows it. If they are rounded to less, it is earlier than the run.
 */
export async function findBounds(account: Account): Promise<Bounds> {
	const pivot = await account.pivot();
	const us = await instantOf(account, pivot);
	// A run without a unique name is searched for among its neighbours.
	const [from, to] = [isoOf(us - NEIGHBOURS_US), isoOf(us + NEIGHBOURS_US)];
	const near = pivot.name === null ? { startTime: from, endTime: to } : {};
	const passes = async (filters: RunFilters) =>
		await account.lists.shows(pivot, { filters: { ...near, ...filters } });
	const heeded = {
		startTime: !(await passes({ startTime: isoOf(us + FAR_US) })),
		endTime: !(await passes({ endTime: isoOf(us - FAR_US) })),
	};
	if (!heeded.startTime || !heeded.endTime) return { heeded, unit: null };
	const shown = 10 ** Math.max(0, 6 - (pivot.created?.digits ?? 6));
	for (const unit of new Set([...UNITS, shown])) {
		const bound = isoOf(Math.floor(us / unit) * unit);
		if (!(await passes({ startTime: bound }))) return { heeded, unit, isInclusive: false };
		if (await passes({ endTime: bound })) return { heeded, unit, isInclusive: true };
	}
	return { heeded, unit: null };
}

export const bounds: Probe[] = [
	{
		number: 4,
		point: 'Bounds',
		async judge(account) {
			const { heeded, isInclusive } = await account.bounds();
			if (!heeded.startTime && !heeded.endTime) return notHeeded;
			if (!heeded.startTime || !heeded.endTime) {
				return differs(
					`\`${heeded.endTime ? 'startTime' : 'endTime'}\` is not heeded`,
					`Created ${heeded.endTime ? 'After' : 'Before'} has no effect. Get Many with Return All and the trigger need more requests, or end with an error`,
				);
			}
			if (isInclusive === undefined) return cannotTell('Bounds are finer than the times that show');
			return isInclusive
				? holds('Inclusive: at the bound, too', { bounds: 'inclusive' })
				: holds('Exclusive: only later, only earlier', { bounds: 'exclusive' });
		},
	},
	{
		number: 5,
		point: 'Precision of bounds',
		async judge(account) {
			const { heeded, unit } = await account.bounds();
			if (!heeded.startTime && !heeded.endTime) return notHeeded;
			if (!heeded.startTime || !heeded.endTime) return cannotTell('It takes both bounds to tell');
			const { ms, seconds } = LENGTHS_US;
			if (unit === null) return holds('Finer than the times that show', { boundPrecision: 'ms' });
			if (unit < ms) return holds('us', { boundPrecision: 'us' });
			if (unit < seconds) return holds('ms', { boundPrecision: 'ms' });
			if (unit === seconds) return holds('seconds', { boundPrecision: 'seconds' });
			return differs(
				`Coarser than seconds: ${unit / seconds} s`,
				'Created After and Before are as coarse as this. Get Many with Return All and the trigger end with an error if there is more than a page of runs',
				{ boundPrecision: 'days' },
			);
		},
	},
];

const notHeeded: Finding = differs(
	'Bounds are not heeded',
	'Created After and Before have no effect. Get Many with Return All and the trigger end with an error if there is more than a page of runs',
);
