import { ledgerOf, type PlainRun, PlainService, pollOf } from './plainService';

/** A poll at a service with these runs, whose ledger knows nothing yet. */
export function beginning(runs: PlainRun[]) {
	const service = new PlainService(runs);
	service.runs.sort((a, b) => (a.created ?? 0) - (b.created ?? 0));
	const ledger = ledgerOf([]);
	ledger.style.zoned = null;
	return { ...pollOf(service, ledger), service, ledger };
}
