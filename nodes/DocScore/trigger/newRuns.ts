import { ALWAYS } from '../runs/listing';
import { boundsOf, type ComparedRuns, Comparison, within } from '../runs/comparison/comparison';
import { type Ledger, UNDATED } from './ledger/ledger';
import type { Poll } from './poll';

/** The runs of the ledger. An open run that no list shows becomes a candidate. */
export function trackedRuns(poll: Poll): ComparedRuns {
	const { ledger, candidates } = poll;
	return {
		list: (status) => poll.list(status),
		known: (span) => {
			const open = within(createdOf(ledger.open), span);
			return new Map([...open, ...within(listedDone(ledger), span)]);
		},
		missing: (ids) => {
			for (const id of ids) if (ledger.open.has(id)) candidates.add(id);
		},
	};
}

/** IDs and creation times, in ms since 1970, of the runs that have one. */
export function* createdOf(
	runs: Iterable<[string, { created: number }]>,
): Generator<[string, number]> {
	for (const [id, { created }] of runs) if (created !== UNDATED) yield [id, created];
}

/** Done runs that have a creation time and that lists of the current filters have shown. */
function* listedDone({ done, doneElsewhere }: Ledger): Generator<[string, number]> {
	for (const run of done) if (run[1] !== UNDATED && !doneElsewhere.has(run[0])) yield run;
}

/** Finds runs that are new since the last poll or were listed late. */
export async function findNew(poll: Poll): Promise<void> {
	const { ledger, tools } = poll;
	const compared = trackedRuns(poll);
	const span = { from: ledger.cursor, to: ALWAYS.to };
	const isUnderWay = tools.progress.comparisons.has('new');
	const first = isUnderWay ? undefined : await poll.list()(boundsOf(span));
	const before = compared.known(span);
	if (first?.whole) {
		const shown = new Set(first.runs.map(({ id }) => id));
		compared.missing?.([...before.keys()].filter((id) => !shown.has(id)));
		poll.completeFrom = span.from;
		return;
	}
	// Wrong totals stay equally wrong while nothing changes.
	if (first && first.total - before.size === tools.excess.runs) return;
	const asked = { span, statuses: [undefined], trustsTotals: true, firstPage: first };
	await poll.compare('new', compared, () => new Comparison([asked]));
	const isCounted = first && Number.isFinite(first.total);
	const isSame = compared.known(span).size === before.size;
	tools.excess.runs = isCounted && isSame ? first.total - before.size : 0;
}

/**
 * Moves the cursor in steps, so that the ledger of an idle service does not change with each poll.
 */
export async function moveCursor(poll: Poll): Promise<void> {
	const { ledger, settings, tools } = poll;
	const to = ledger.nextCursor(tools.clock.atLeast(poll.startedAt) - settings.overlapMs);
	const isUnderWay = tools.progress.comparisons.has('cursor');
	// Before enough runs were listed, neither the service's time nor its time format is known.
	if (!Number.isFinite(to) || ledger.style.zoned === null) return;
	if (!isUnderWay && to - ledger.cursor <= settings.overlapMs / 2) return;
	ledger.advanceCursor(Math.min(endOfListed(poll, ledger.cursor), to));
	if (!isUnderWay && ledger.cursor === to) return;
	const asked = { span: { from: ledger.cursor, to }, statuses: [undefined], trustsTotals: false };
	const start = () => new Comparison([asked]);
	await poll.compare('cursor', trackedRuns(poll), start, (comparedTo) => {
		ledger.advanceCursor(comparedTo);
	});
}

/**
 * The creation time, in ms since 1970, up to which this poll has listed all runs from a time on,
 * each span on one page.
 */
function endOfListed({ wholeSpans }: Poll, from: number): number {
	let to = from;
	for (const span of [...wholeSpans].sort((a, b) => a.from - b.from)) {
		if (span.from <= boundsOf({ from: to, to }).from) to = Math.max(to, span.to);
	}
	return to;
}
