import type { RunLister } from '../service/client';
import { MAX_PAGE_SIZE, type RunSummary } from '../service/types';
import { PagesReading } from './pagesReading';
import { LISTS_AT_ONCE, withRequestBudget } from './requestBudget';
import type { RunCriteria } from './criteria';

/**
 * The first runs that match the criteria, in the service's order, each once.
 * @throws ServiceError also if the service counts more runs than it lists
 */
export async function readFirstRuns(
	lister: RunLister,
	criteria: RunCriteria,
	count: number,
): Promise<RunSummary[]> {
	const runsById = new Map<string, RunSummary>();
	const limited = withRequestBudget(lister, count);
	const size = Math.min(count, MAX_PAGE_SIZE);
	const reading = new PagesReading({ size, wanted: count, pagesPerStep: LISTS_AT_ONCE });
	await reading.readAll(async (page) => {
		const { runs, totalCount } = await limited.query({ ...criteria, page, limit: size });
		for (const run of runs) runsById.set(run.id, run);
		// Without a total, the runs of the pages count.
		return { runs, total: totalCount ?? 0 };
	});
	return [...reading.found].slice(0, count).flatMap((id) => runsById.get(id) ?? []);
}
