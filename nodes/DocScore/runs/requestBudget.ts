import type { RunLister } from '../service/client';
import { Cancellation } from '../service/cancellation';
import { Semaphore } from '../service/semaphore';
import { toResult } from '../service/result';
import { MAX_PAGE_SIZE, type RunPage, type RunQuery } from '../service/types';
import { incompleteList } from './incompleteList';

/** Requests that a reading may take for each page of runs, and besides. */
const REQUESTS_PER_PAGE = 12;
const REQUESTS_BESIDES = 50;

/** Requests under way at once, of which Max Concurrent Requests may let fewer through. */
const AT_ONCE = 20;

/** How many requests a reading of so many runs may take. */
export const maxRequests = (runs: number): number =>
	REQUESTS_BESIDES + Math.floor((REQUESTS_PER_PAGE * runs) / MAX_PAGE_SIZE);

/**
 * The lister for one reading of so many runs at most. Some services can be asked for ever, as their
 * lists never show what they count: this one gives up, by the runs that it was shown. It begins no
 * request after one has failed.
 */
export function withRequestBudget(lister: RunLister, wanted: number): RunLister {
	let asked = 0;
	let failure: { error: unknown } | null = null;
	const semaphore = new Semaphore(AT_ONCE, new Cancellation());
	const shown = new Set<string>();
	const ask = async (query: RunQuery): Promise<RunPage> => {
		if (asked >= maxRequests(Math.min(wanted, shown.size))) {
			throw incompleteList('The lists kept changing, so some runs were not found');
		}
		asked++;
		const page = await lister.query(query);
		for (const { id } of page.runs) shown.add(id);
		return page;
	};
	return {
		async query(query) {
			return await semaphore.run(async () => {
				if (failure) throw failure.error;
				const answer = await toResult(ask(query));
				if (answer.ok) return answer.value;
				failure ??= answer;
				throw answer.error;
			});
		},
	};
}
