import type { RunLister } from '../service/client';
import { MAX_PAGE_SIZE, type RunSummary } from '../service/types';
import { withRequestBudget } from './requestBudget';
import { areSame, MANY_PAGES, NO_PASS, type Pass, readPass } from './pages';
import type { RunSearch } from './search';
import { notListed } from './incompleteList';

/**
 * The first runs that the search finds, in the service's own order, each once. Where the pages show
 * fewer than are counted, or than they have places for, they are read again, since they shift, and the
 * order may be another one each time.
 * @throws ServiceError also where the service counts more runs than it lists
 */
export async function readFirstRuns(
	lister: RunLister,
	search: RunSearch,
	count: number,
): Promise<RunSummary[]> {
	const found = new Map<string, RunSummary>();
	const limited = withRequestBudget(lister, count);
	const size = Math.min(count, MAX_PAGE_SIZE);
	const show = async (page: number) => {
		const { runs, totalCount } = await limited.query({ ...search, page, limit: size });
		const unknown = runs.length < size ? 0 : Number.POSITIVE_INFINITY;
		return { runs, total: totalCount ?? unknown };
	};
	for (let before: Pass<RunSummary> = NO_PASS; ; ) {
		const knownBefore = found.size;
		const pass = await readPass({ show, size, wanted: count, atOnce: MANY_PAGES });
		for (const run of pass.pages.flat()) found.set(run.id, run);
		if (found.size >= Math.min(count, pass.total)) break;
		const counted = Number.isFinite(pass.total);
		if (!counted && found.size === knownBefore) break;
		if (counted && areSame(before, pass)) throw notListed(pass.total, found.size);
		before = pass;
	}
	return [...found.values()].slice(0, count);
}
