import type { Span } from '../runs/listing';
import { MAX_PAGE_SIZE, OPEN_STATUSES } from '../service/types';
import {
	type SpanToCompare,
	type ComparedRuns,
	Comparison,
	within,
} from '../runs/comparison/comparison';
import { wholeSecond } from '../runs/comparison/partition';
import { UNDATED } from './ledger/ledger';
import { createdOf } from './newRuns';
import type { Memory, Poll } from './poll';

/** Up to this many runs are read one by one. */
const FEW = 3;

/** How many open runs each poll looks for, even if nothing seems to have changed. */
const SPOT_CHECK_SIZE = Math.floor(MAX_PAGE_SIZE * 0.7);

/**
 * Finds open runs that may have finished: they were not listed yet, and are in neither list of open
 * runs. A total can deceive if an unknown run replaces a finished one, so each poll looks for some
 * runs even if totals agree.
 */
export async function findFinished(poll: Poll): Promise<void> {
	const { ledger, candidates, tools } = poll;
	for (const [id, run] of ledger.open) {
		const isMissing = !isListable(poll, id) && !poll.listed.has(id);
		if (isMissing && !run.inherited) candidates.add(id);
	}
	const compared = openRuns(poll);
	const own = [...compared.known({ from: -UNDATED, to: poll.completeFrom })];
	if (own.length <= FEW) {
		// An interrupted comparison would be outdated by the time that more runs are open.
		tools.progress.comparisons.delete('open');
		for (const [id] of own) candidates.add(id);
		return;
	}
	own.sort(([, a], [, b]) => a - b);
	await poll.compare('open', compared, () => new Comparison([spanToCompare(poll, own)]));
}

/** The tracked runs that the lists of open runs should show. */
function openRuns(poll: Poll): ComparedRuns {
	const { ledger, candidates } = poll;
	return {
		list: (status) => poll.list(status),
		known: (span) => {
			const known = within(createdOf(ledger.open), span);
			for (const id of known.keys()) {
				if (candidates.has(id) || !isListable(poll, id)) known.delete(id);
			}
			return known;
		},
		missing: (ids) => {
			for (const id of ids) if (!poll.listed.has(id)) candidates.add(id);
		},
	};
}

function isListable({ ledger, tools }: Poll, id: string): boolean {
	const run = ledger.open.get(id);
	if (!run || run.inherited || run.created === UNDATED) return false;
	return tools.readBackoff.attempts(id) === 0;
}

/** The span of all open runs by totals, with a spot check. */
function spanToCompare({ tools, completeFrom }: Poll, own: Array<[string, number]>): SpanToCompare {
	const times = own.map(([, created]) => created);
	const last = endOf(times);
	const span: Span = { from: wholeSecond(times[0] ?? last), to: Math.min(completeFrom, last) };
	const all = { span, statuses: OPEN_STATUSES, trustsTotals: true };
	if (times.length <= SPOT_CHECK_SIZE) return all;
	return { ...all, spotCheck: (differ) => nextSpotCheck(tools.spotCheck, times, differ) };
}

/**
 * The span of the open runs whose turn it is. A comparison of totals that differ finds much of what
 * they hide, so every second one goes without a spot check.
 * @param times when the runs were created, in ms since 1970, the oldest first
 */
function nextSpotCheck(
	spotCheck: Memory['spotCheck'],
	times: number[],
	totalsDiffer: boolean,
): Span | undefined {
	spotCheck.isDeferred = totalsDiffer && !spotCheck.isDeferred;
	if (spotCheck.isDeferred) return undefined;
	const start = spotCheck.next < times.length ? spotCheck.next : 0;
	spotCheck.next = start + SPOT_CHECK_SIZE;
	const end = endOf(times);
	const at = (index: number) => wholeSecond(times[index] ?? end);
	const span = { from: at(start), to: at(spotCheck.next) };
	return span.from < span.to ? span : undefined;
}

/** The end of the second in which the last run was created. */
const endOf = (times: number[]): number => wholeSecond(times.at(-1) ?? 0) + 1_000;
