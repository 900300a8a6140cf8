import { findNewest } from '../runs/newest';
import { listOf, type SeenRun } from '../runs/listing';
import type { RunSearch } from '../runs/search';
import { TimeStyle } from '../runs/serviceTime';
import type { RunLister } from '../service/client';

/** The newest of the runs that the search finds in one of these statuses; null if there are none. */
export async function newestRun(
	lister: RunLister,
	search: RunSearch,
	statuses: string[],
): Promise<SeenRun | null> {
	let newest: SeenRun | null = null;
	const observe = (runs: SeenRun[]) => {
		for (const run of runs) if (!newest || run.created > newest.created) newest = run;
	};
	const style = new TimeStyle();
	for (const status of statuses) {
		await findNewest(listOf(lister, search, style, observe, status));
	}
	return newest;
}
