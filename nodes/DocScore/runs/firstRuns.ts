import type { RunLister } from '../service/client';
import { MAX_PAGE_SIZE, type RunSummary } from '../service/types';
import type { RunSearch } from './search';

/** The first runs that the search finds, in the service's own order, each once. */
export async function readFirstRuns(
	lister: RunLister,
	search: RunSearch,
	count: number,
): Promise<RunSummary[]> {
	const found = new Map<string, RunSummary>();
	const limit = Math.min(count, MAX_PAGE_SIZE);
	for (let page = 1; found.size < count; page++) {
		const { runs } = await lister.query({ ...search, page, limit });
		for (const run of runs) found.set(run.id, run);
		if (runs.length < limit) break;
	}
	return [...found.values()].slice(0, count);
}
