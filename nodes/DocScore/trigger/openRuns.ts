import { ALWAYS, type Span, wholeSecond, within } from '../runs/listing';
import { OPEN_STATUSES } from '../service/types';
import type { Findings } from './findings';

/** Reads the lists of runs that were open when the state began, in as many polls as it takes. */
export async function readOlder(found: Findings): Promise<void> {
	const { state } = found;
	const { older } = state;
	if (!older) return;
	const swept = (from: number) => (state.older = from < older.to ? { from, to: older.to } : null);
	await found.sweep(older, OPEN_STATUSES, { swept, mayLeave: true });
}

/**
 * Finds open runs that are in no list of open runs: they are candidates. So are those that could not
 * be read before.
 * @param trustsTotals whether a later poll corrects this one
 */
export async function findFinished(found: Findings, trustsTotals: boolean): Promise<void> {
	const { state, candidates, tools } = found;
	// Stryker disable all: test/unit/trigger/load.test.ts holds it
	for (const id of state.open.keys()) {
		if (tools.readBackoff.attempts(id) > 0) candidates.add(id);
	}
	// Stryker restore all
	const known = (span: Span) => {
		const open = within(state.openTimes(), span);
		for (const id of candidates) open.delete(id);
		return open;
	};
	const times = [...known(ALWAYS).values()].sort((a, b) => a - b);
	const [first] = times;
	if (first === undefined) return;
	const span = { from: wholeSecond(first), to: wholeSecond(times.at(-1) ?? first) + 1_000 };
	// Stryker disable next-line ObjectLiteral: test/unit/trigger/load.test.ts holds it
	await found.sweep(span, OPEN_STATUSES, { trustsTotals, known });
}
