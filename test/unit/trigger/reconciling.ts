import { reconcile } from '../../../nodes/DocScore/trigger/reconcile';
import { ledgerOf, NOON, type PlainRun, PlainService, pollOf, range, runsAt } from './plainService';

export const SECOND_MS = 1_000;
export const HOUR_MS = 3_600_000;

/** A poll at a service with these runs, of which those that are open by now were so before. */
export function reconciling(runs: PlainRun[], known = runs) {
	const service = new PlainService(runs);
	const ledger = ledgerOf(known.map(({ created }) => created ?? 0));
	// What is not known by then is history.
	ledger.beginAt(NOON + HOUR_MS, NOON + HOUR_MS);
	const parts = pollOf(service, ledger);
	/** Reconciles, and tells what was asked for and which runs may have finished. */
	const reconciled = async () => {
		service.asked = [];
		parts.poll.candidates.clear();
		parts.poll.listed.clear();
		await reconcile(parts.poll);
		return { asked: service.asked, candidates: [...parts.poll.candidates] };
	};
	return { ...parts, service, ledger, reconciled };
}

/** So many open runs, one each ten seconds. */
export const many = (count: number, status = 'processing') =>
	runsAt(range(count, 10 * SECOND_MS, 10 * SECOND_MS), status);

export function finish(runs: PlainRun[], ...indexes: number[]): void {
	for (const index of indexes) {
		const run = runs[index];
		if (run) run.status = 'completed';
	}
}
