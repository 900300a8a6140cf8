import type { RunLister } from '../service/client';
import { MAX_PAGE_SIZE, OPEN_STATUSES, type RunFilters, type RunSummary } from '../service/types';
import { SHARPNESS_MS, TimeStyle } from './serviceTime';

/**
 * Looks for the wanted runs in the lists of pending and processing runs and hands each one found to
 * `seen`, by the id that it is wanted by. A run that was not found may have finished, or was missed
 * because the pages shifted while they were read: only its details tell.
 *
 * Resolves to false, having looked at part of the lists at most, where reading them would take more
 * requests than asking for each wanted run.
 */
export async function searchOpenLists(
	lister: RunLister,
	wanted: ReadonlyMap<string, { createdTime: string | null }>,
	seen: (run: RunSummary) => void,
): Promise<boolean> {
	const missing = new Map([...wanted.keys()].map((id) => [comparable(id), id]));
	const window = windowAround([...wanted.values()].map((run) => run.createdTime));
	let requests = 0;
	for (const status of OPEN_STATUSES) {
		for (let page = 1, pages = 1; page <= pages && missing.size > 0; page++) {
			const filters = { ...window, status };
			const { runs, totalCount } = await lister.query({ page, limit: MAX_PAGE_SIZE, filters });
			requests++;
			for (const run of runs) {
				const id = missing.get(comparable(run.id));
				if (id === undefined) continue;
				missing.delete(comparable(id));
				seen({ ...run, id });
			}
			pages = Math.ceil((totalCount ?? runs.length) / MAX_PAGE_SIZE);
			if (requests + pages - page > wanted.size) return false;
		}
	}
	return true;
}

/** IDs are UUIDs, in which capitals mean nothing. */
const comparable = (id: string): string => id.toLowerCase();

/** The span of creation in which all these runs lie, or no limits where a time is not known. */
function windowAround(createdTimes: Array<string | null>): RunFilters {
	const style = new TimeStyle();
	const [first, ...others] = createdTimes.map((text) => style.read(text));
	if (first === undefined || first === null) return {};
	let [earliest, latest] = [first, first];
	for (const ms of others) {
		if (ms === null) return {};
		earliest = Math.min(earliest, ms);
		latest = Math.max(latest, ms);
	}
	return {
		startTime: style.write(earliest - SHARPNESS_MS),
		endTime: style.write(latest + SHARPNESS_MS),
	};
}
