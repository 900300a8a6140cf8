import type { RunLister } from '../service/client';
import { MAX_PAGE_SIZE } from '../service/types';
import { unreadable } from './unreadable';

/** Requests that a reading may take for each page of runs, and besides. */
const REQUESTS_PER_PAGE = 12;
const REQUESTS_BESIDES = 50;

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
			const pages = Math.min(wanted, Math.max(counted, shown.size)) / MAX_PAGE_SIZE;
			if (asked >= REQUESTS_BESIDES + Math.floor(REQUESTS_PER_PAGE * pages)) {
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
