import type { RunLister } from '../service/client';
import { MAX_PAGE_SIZE, type RunSummary } from '../service/types';
import type { RunCriteria } from './criteria';
import { readPages } from './pages';
import { withRequestBudget } from './requestBudget';

/**
 * The first runs that match the criteria, in the service's order, each once.
 * @throws ServiceError also if the service counts more runs than it lists
 */
export async function readFirstRuns(
	lister: RunLister,
	criteria: RunCriteria,
	count: number,
): Promise<RunSummary[]> {
	const runs = new Map<string, RunSummary>();
	const limited = withRequestBudget(lister, count);
	const size = Math.min(count, MAX_PAGE_SIZE);
	const show = async (page: number) => {
		const shown = await limited.query({ ...criteria, page, limit: size });
		for (const run of shown.runs) runs.set(run.id, run);
		// Without a total, the runs of the pages count.
		return { runs: shown.runs, total: shown.totalCount ?? 0 };
	};
	const passes = Number.POSITIVE_INFINITY;
	const found = await readPages(show, { size, wanted: count, passes });
	return [...(found ?? [])].slice(0, count).flatMap((id) => runs.get(id) ?? []);
}
