import type { Span } from '../runs/listing';
import { MAX_PAGE_SIZE, OPEN_STATUSES } from '../service/types';
import { type SpanToCompare, type ComparedRuns, Comparison, within } from './comparison/comparison';
import { wholeSecond } from './comparison/partition';
import { UNDATED } from './ledger/ledger';
import { createdOf } from './newRuns';
import type { Poll } from './poll';

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
	const { ledger, candidates } = poll;
	for (const [id, run] of ledger.open) {
		const isMissing = !isListable(poll, id) && !poll.listed.has(id);
		if (isMissing && !run.inherited) candidates.add(id);
	}
	const compared = openRuns(poll);
	const own = [...compared.known({ from: -UNDATED, to: poll.completeFrom })];
	if (own.length <= FEW) {
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

/** The span of all open runs by totals, with the span of the spot check. */
function spanToCompare({ tools, completeFrom }: Poll, own: Array<[string, number]>): SpanToCompare {
	const at = (index: number) => wholeSecond(own[index]?.[1] ?? Number.POSITIVE_INFINITY);
	const { spotCheck } = tools;
	const start = spotCheck.next < own.length ? spotCheck.next : 0;
	spotCheck.next = start + SPOT_CHECK_SIZE;
	const last = wholeSecond(own.at(-1)?.[1] ?? 0) + 1_000;
	const spot: Span = { from: at(start), to: Math.min(at(spotCheck.next), last) };
	const whole: Span = { from: at(0), to: Math.min(completeFrom, last) };
	const all = { span: whole, statuses: OPEN_STATUSES, trustsTotals: true };
	const isAll = own.length <= SPOT_CHECK_SIZE || spot.from >= spot.to;
	return isAll ? all : { ...all, spotCheck: spot };
}
