import type { RunLister } from '../service/client';
import { MAX_PAGE_SIZE, OPEN_STATUSES, type RunFilters, type RunSummary } from '../service/types';
import { SHARPNESS_MS, TimeStyle } from './serviceTime';

/** Most pages of all runs, finished ones among them, for each page's worth of wanted runs. */
const PAGES_FOR_PAGE = 2;

/** When a run was created as the service writes it, or a time before that; null where not known. */
export interface Created {
	createdTime: string | null;
	createdAfter: string | null;
}

/**
 * Looks for the wanted runs in lists and hands each one found to `seen`, by the id that it is wanted
 * by: in the list of all runs since the oldest of them, which shows finished ones with their fields, or
 * where that is long in the lists of pending and processing runs. A run that was not found may have
 * finished, or was missed because the pages shifted while they were read: only its details tell.
 *
 * Resolves to false, having looked at part of the lists at most, where reading them would take more
 * requests than asking for each wanted run.
 */
export async function findInLists(
	lister: RunLister,
	wanted: ReadonlyMap<string, Created>,
	seen: (run: RunSummary) => void,
): Promise<boolean> {
	const missing = new Map([...wanted.keys()].map((id) => [comparable(id), id]));
	const show = (run: RunSummary) => {
		const id = missing.get(comparable(run.id));
		if (id === undefined) return;
		missing.delete(comparable(id));
		seen({ ...run, id });
	};
	const reading = { lister, missing, show };
	const most = PAGES_FOR_PAGE * Math.ceil(wanted.size / MAX_PAGE_SIZE);
	const { start, end } = spanOf([...wanted.values()]);
	if (start && (await readPages(reading, { ...start, ...end }, most)) !== null) return true;
	const window = { ...start, ...end };
	let requests = 0;
	for (const status of OPEN_STATUSES) {
		const read = await readPages(reading, { ...window, status }, wanted.size - requests);
		if (read === null) return false;
		requests += read;
	}
	return true;
}

interface WantedReading {
	lister: RunLister;
	missing: ReadonlyMap<string, string>;
	show(run: RunSummary): void;
}

/** Tells how many pages it took; null where there are more than so many, of which it reads one. */
async function readPages(
	{ lister, missing, show }: WantedReading,
	filters: RunFilters,
	most: number,
): Promise<number | null> {
	let read = 0;
	for (let pages = 1; read < pages && missing.size > 0; ) {
		const { runs, totalCount } = await lister.query({
			page: ++read,
			limit: MAX_PAGE_SIZE,
			filters,
		});
		runs.forEach(show);
		const isFull = runs.length === MAX_PAGE_SIZE;
		pages = totalCount === null ? read + Number(isFull) : Math.ceil(totalCount / MAX_PAGE_SIZE);
		if (pages > most) return null;
	}
	return read;
}

/** IDs are UUIDs, in which capitals mean nothing. */
const comparable = (id: string): string => id.toLowerCase();

/**
 * The ends of creation between which all these runs lie: without an end where only a time before is
 * known of one, and without any where nothing is.
 */
function spanOf(runs: Created[]): {
	start?: Pick<RunFilters, 'startTime'>;
	end?: Pick<RunFilters, 'endTime'>;
} {
	const style = new TimeStyle();
	let [earliest, latest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const { createdTime, createdAfter } of runs) {
		const created = style.read(createdTime);
		const from = created ?? style.read(createdAfter);
		if (from === null) return {};
		earliest = Math.min(earliest, from);
		latest = Math.max(latest, created ?? Number.POSITIVE_INFINITY);
	}
	const start = { startTime: style.write(earliest - SHARPNESS_MS) };
	if (latest === Number.POSITIVE_INFINITY) return { start };
	return { start, end: { endTime: style.write(latest + SHARPNESS_MS) } };
}
