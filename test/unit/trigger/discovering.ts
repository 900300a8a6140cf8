import { ledgerOf, NOON, PlainService, pollOf, runsAt } from './plainService';

export const MINUTE_MS = 60_000;

/** A poll at a service that has these runs, of which the ledger knows some, as it began at noon. */
export function discovering(times: number[], known = times, clockMs = 1_000 * MINUTE_MS) {
	const service = new PlainService(runsAt(times));
	const ledger = ledgerOf(known);
	ledger.beginAt(NOON, NOON);
	const parts = pollOf(service, ledger);
	parts.setClock(clockMs);
	const unknown = () => times.filter((time) => !ledger.open.has(`${time}`)).length;
	return { ...parts, service, ledger, unknown };
}
