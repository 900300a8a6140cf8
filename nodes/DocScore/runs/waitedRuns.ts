import type { RunLister } from '../service/client';
import { MAX_PAGE_SIZE, OPEN_STATUSES, type RunFilters, type RunSummary } from '../service/types';
import { PRECISION_MS, TimeStyle } from './serviceTime';

/** The most pages of the list of all runs, for each page of wanted runs. */
const PAGES_FOR_PAGE = 2;

/** A run's creation time as the service writes it; null if unknown. */
export interface Created {
	createdTime: string | null;
}

/**
 * Looks for the wanted runs in lists and passes each one to `seen`, with what is wanted. It reads the
 * list of all runs since the oldest of them, which shows finished runs with their fields. If that is
 * long, it reads the lists of pending and processing runs. A run that was not found may have
 * finished, or was missed because pages shifted: only its details can tell.
 * Resolves to false, after reading at most part of the lists, if lists would take more requests
 * than reading each wanted run.
 */
export async function findInLists<Wanted extends Created>(
	lister: RunLister,
	wanted: ReadonlyMap<string, Wanted>,
	seen: (wanted: Wanted, run: RunSummary) => void,
): Promise<boolean> {
	const missing = new Map([...wanted].map(([id, each]) => [comparable(id), each]));
	const show = (run: RunSummary) => {
		const found = missing.get(comparable(run.id));
		if (!found) return;
		missing.delete(comparable(run.id));
		seen(found, run);
	};
	const reading = { lister, missing, show };
	const most = PAGES_FOR_PAGE * Math.ceil(wanted.size / MAX_PAGE_SIZE);
	const bounds = spanOf([...wanted.values()]);
	if (bounds.startTime && (await readPages(reading, bounds, most)) !== null) return true;
	let requests = 0;
	for (const status of OPEN_STATUSES) {
		const read = await readPages(reading, { ...bounds, status }, wanted.size - requests);
		if (read === null) return false;
		requests += read;
	}
	return true;
}

interface WantedReading {
	lister: RunLister;
	missing: ReadonlyMap<string, Created>;
	show(run: RunSummary): void;
}

/** Resolves to the number of pages; null, after one page, if there are more than `most`. */
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

/** IDs are UUIDs, so case does not matter. */
// Stryker disable next-line MethodExpression: capitals are as good
const comparable = (id: string): string => id.toLowerCase();

/**
 * The interval of creation times of these runs. It has no end if one is not known, which is most likely
 * of a run that was just submitted, and no limits if none is known.
 */
function spanOf(runs: Created[]): Pick<RunFilters, 'startTime' | 'endTime'> {
	const style = new TimeStyle();
	const times = runs.map(({ createdTime }) => style.read(createdTime));
	const known = times.filter((created) => created !== null);
	if (known.length === 0) return {};
	const [earliest, latest] = known.reduce(
		([least, most], created) => [Math.min(least, created), Math.max(most, created)],
		[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
	);
	return {
		startTime: style.write(earliest - PRECISION_MS),
		...(known.length === times.length && { endTime: style.write(latest + PRECISION_MS) }),
	};
}
