import type { RunLister } from '../service/client';
import { Cancellation } from '../service/cancellation';
import { Semaphore } from '../service/semaphore';
import { toResult } from '../service/result';
import { MAX_PAGE_SIZE, type RunPage, type RunQuery } from '../service/types';
import { keptChanging } from './incompleteList';
import { PAGES_AT_ONCE } from './pages';

/** The requests of a reading for each page of runs, and in addition. */
const REQUESTS_PER_PAGE = 12;
const REQUESTS_BESIDES = 50;

/** The most requests for a reading of so many runs. */
export const maxRequests = (runs: number): number =>
	REQUESTS_BESIDES + Math.floor((REQUESTS_PER_PAGE * runs) / MAX_PAGE_SIZE);

/**
 * Caps requests in proportion to the runs seen, for services whose lists never match their totals.
 * It starts no request after one has failed.
 * @param wanted the most runs that the reading needs, for services whose pages never end
 */
export function withRequestBudget(lister: RunLister, wanted: number): RunLister {
	let asked = 0;
	let failure: { error: unknown } | null = null;
	const semaphore = new Semaphore(PAGES_AT_ONCE, new Cancellation());
	const shown = new Set<string>();
	const ask = async (query: RunQuery): Promise<RunPage> => {
		if (asked >= maxRequests(Math.min(wanted, shown.size))) {
			throw keptChanging();
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
