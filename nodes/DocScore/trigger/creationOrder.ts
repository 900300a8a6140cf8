import { readServiceTime } from '../runs/serviceTime';
import type { RunSummary } from '../service/types';

/**
 * Runs from the oldest to the newest, runs without a creation time first. Within a millisecond,
 * finer digits decide, then the order of listing.
 * @param listed IDs of runs, oldest first
 */
export function inCreationOrder<Run extends Pick<RunSummary, 'id' | 'createdTime'>>(
	runs: Run[],
	listed: string[],
): Run[] {
	const places = new Map(listed.map((id, place) => [id, place]));
	return runs
		.map((run) => ({
			run,
			ms: readServiceTime(run.createdTime)?.ms ?? Number.MIN_SAFE_INTEGER,
			finer: finerDigits(run.createdTime),
			place: places.get(run.id) ?? 0,
		}))
		.sort((a, b) => a.ms - b.ms || compare(a.finer, b.finer) || a.place - b.place)
		.map(({ run }) => run);
}

/** The digits after the milliseconds, such as 456 of 10:00:00.123456Z. */
const finerDigits = (time: string | null): string => /\.\d{3}(\d+)/.exec(time ?? '')?.[1] ?? '';

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
