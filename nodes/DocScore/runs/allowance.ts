import type { RunLister } from '../service/client';
import { MAX_PAGE_SIZE } from '../service/types';
import { unreadable } from './unreadable';

/** Requests that a reading may take for each page of runs, and besides. */
const REQUESTS_PER_PAGE = 12;
const REQUESTS_BESIDES = 50;

/** How many requests a reading of so many runs may take. */
export const mostRequests = (runs: number): number =>
	REQUESTS_BESIDES + Math.floor((REQUESTS_PER_PAGE * runs) / MAX_PAGE_SIZE);

/**
 * The lister for one reading of so many runs at most. Some services can be asked for ever, as their
 * lists never show what they count: this one gives up.
 */
export function withAllowance(lister: RunLister, wanted: number): RunLister {
	let asked = 0;
	let counted = 0;
	const shown = new Set<string>();
	return {
		async query(query) {
			if (asked >= mostRequests(Math.min(wanted, Math.max(counted, shown.size)))) {
				throw unreadable("The service's lists kept changing, and not all runs were found in them");
			}
			asked++;
			const page = await lister.query(query);
			counted = Math.max(counted, page.totalCount ?? 0);
			for (const { id } of page.runs) shown.add(id);
			return page;
		},
	};
}
