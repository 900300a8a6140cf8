import type { DocScoreClient } from '../service/client';
import { MAX_PAGE_SIZE, type RunFilters, type RunSummary } from '../service/types';
import { readServiceTime, writeServiceTime } from './serviceTime';

export type RunLister = Pick<DocScoreClient, 'query'>;

/** A run moves from the first to the second list, so that a run on the move is seen at least once. */
export const OPEN_STATUSES = ['pending', 'processing'];

/** Covers times that the service truncates, and bounds that it takes as exclusive. */
const WINDOW_MARGIN_MS = 1000;

/**
 * Looks for the wanted runs in the lists of pending and processing runs and hands each one found to
 * `seen`. A run that was not found may have finished, or was missed because the pages shifted while
 * they were read: only its details tell.
 *
 * Resolves to false, having looked at part of the lists at most, where reading them would take more
 * requests than asking for each wanted run.
 */
export async function searchOpenLists(
	lister: RunLister,
	wanted: ReadonlyMap<string, { createdTime: string | null }>,
	seen: (run: RunSummary) => void,
): Promise<boolean> {
	const missing = new Set(wanted.keys());
	const window = windowAround([...wanted.values()].map((run) => run.createdTime));
	let requests = 0;
	for (const status of OPEN_STATUSES) {
		for (let page = 1, pages = 1; page <= pages && missing.size > 0; page++) {
			const filters = { ...window, status };
			const { runs, totalCount } = await lister.query({ page, limit: MAX_PAGE_SIZE, filters });
			requests++;
			for (const run of runs) if (missing.delete(run.id)) seen(run);
			pages = Math.ceil((totalCount ?? runs.length) / MAX_PAGE_SIZE);
			if (requests + pages - page > wanted.size) return false;
		}
	}
	return true;
}

/** The span of creation in which all these runs lie, or no limits where a time is not known. */
function windowAround(createdTimes: Array<string | null>): RunFilters {
	const times = createdTimes.map(readServiceTime);
	const known = times.filter((time) => time !== null);
	const [first] = known;
	if (first === undefined || known.length < times.length) return {};
	let { ms: earliest, ms: latest } = first;
	for (const { ms } of known) {
		earliest = Math.min(earliest, ms);
		latest = Math.max(latest, ms);
	}
	const { zoned } = first;
	return {
		startTime: writeServiceTime({ ms: earliest - WINDOW_MARGIN_MS, zoned }),
		endTime: writeServiceTime({ ms: latest + WINDOW_MARGIN_MS, zoned }),
	};
}
