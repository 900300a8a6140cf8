import type { RunLister } from '../runs/openRuns';
import { findEdge } from '../runs/creationWalk';
import type { Sighting } from './ledger';
import { listOf } from '../runs/listing';
import type { RunSearch } from '../runs/search';

/** The newest of the runs that the search finds in one of these statuses; null if there are none. */
export async function newestRun(
	lister: RunLister,
	search: RunSearch,
	statuses: string[],
): Promise<Sighting | null> {
	let newest: Sighting | null = null;
	const sight = (runs: Sighting[]) => {
		for (const run of runs) if (!newest || run.created > newest.created) newest = run;
	};
	const reading = { zoned: null, sight };
	for (const status of statuses) await findEdge(listOf(lister, search, reading, status), 'newest');
	return newest;
}
