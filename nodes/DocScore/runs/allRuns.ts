import type { RunLister } from '../service/client';
import { MAX_PAGE_SIZE, type RunSummary } from '../service/types';
import type { RunCriteria } from './criteria';
import { boundsIgnored, incompleteList, notListed } from './incompleteList';
import {
	ALWAYS,
	type List,
	type ListedRun,
	type Listing,
	listOf,
	type Span,
	within,
} from './listing';
import { readNewest } from './newest';
import { readPages } from './pages';
import { withRequestBudget } from './requestBudget';
import { TimeStyle } from './serviceTime';
import { sweep } from './sweep';

/** Passes over a list of many pages, before smaller spans are read, whose pages do not shift. */
const PASSES = 2;

/** How often a list is counted with time bounds and without, while runs come and go. */
const ATTEMPTS = 3;

/**
 * Every run that matches the criteria, newest first, each once. The order of the service's lists is
 * not documented, and pages shift while runs arrive and change status. So runs created after the
 * newest run are left out. If two passes over the pages may not show everything, smaller and smaller
 * spans are read.
 * @throws ServiceError also if the service counts more runs than it lists, or its lists keep changing
 */
export async function readAllRuns(lister: RunLister, criteria: RunCriteria): Promise<RunSummary[]> {
	const found = new Map<string, ListedRun>();
	const keep = (runs: ListedRun[]) => {
		for (const run of runs) found.set(run.id, run);
	};
	const style = new TimeStyle();
	const first = await listOf(lister, criteria, style, keep)(ALWAYS);
	const limited = withRequestBudget(lister, first.total);
	const list = listOf(limited, criteria, style, keep);
	if (!(await isAll(first))) await readRest();
	const newestFirst = [...found.values()].sort((a, b) => (b.created ?? 0) - (a.created ?? 0));
	return newestFirst.map(({ run }) => run);

	/** A full page may be followed by another, whatever the total, because totals may lag. */
	async function isAll({ whole, runs }: Listing): Promise<boolean> {
		if (!whole) return false;
		if (runs.length < MAX_PAGE_SIZE) return true;
		await list(ALWAYS, 2);
		return found.size === runs.length;
	}

	async function readRest(): Promise<void> {
		checkCounted(first);
		const peek = listOf(limited, criteria, style);
		const mayLeave = criteria.filters?.status !== undefined;
		const [newest] = await readNewest(peek, 1, { first, mayLeave });
		const end = newest?.created ?? ALWAYS.to;
		const span = { ...ALWAYS, to: end + style.marginMs };
		const show = async (page: number) => await list(span, page);
		const isStill = await readPages(show, { mayLeave, passes: PASSES });
		if (!isStill) await sweep({ lists: [list], known: findKnown, mayLeave }, span);
		// The span ends a little later. If times have no zone, it may end later than the user's filter.
		for (const [id, { created }] of found) if ((created ?? 0) > end) found.delete(id);
		// If runs leave the list, the first total proves nothing.
		if (mayLeave) await checkNoneUndated(peek);
		else if (found.size < first.total) throw notListed(first.total, found.size);
	}

	function findKnown(span: Span): Map<string, number> {
		const timeOf = ({ id, created }: ListedRun): [string, number] => [id, created ?? Number.NaN];
		return within([...found.values()].map(timeOf), span);
	}
}

function checkCounted({ total }: Listing): void {
	if (Number.isFinite(total)) return;
	throw incompleteList(
		'The service did not return the number of runs',
		'Return All needs this number. Turn off Return All and set a Limit instead',
	);
}

/**
 * Checks that time bounds leave no run out, such as one without a time. Runs come and go meanwhile, so
 * the list is counted before and after.
 */
async function checkNoneUndated(list: List): Promise<void> {
	const dated = async () => (await list({ from: 0, to: ALWAYS.to })).total;
	let before = await dated();
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const all = (await list(ALWAYS)).total;
		if (all <= before) return;
		before = await dated();
		if (all <= before) return;
	}
	throw boundsIgnored();
}
