import { ServiceError } from '../../../nodes/DocScore/service/errors';
import { ledgerOf, PlainService, pollOf, runsAt } from './plainService';

/** The service's refusal. */
export const answer = (status?: number, more = {}) =>
	new ServiceError(`Status ${status}`, { status, outcome: 'rejected', transient: false, ...more });

/** A poll that has these runs to verify, by their times, which the service shows as given. */
export function verifying(times: number[], status = 'completed') {
	const service = new PlainService(runsAt(times, status));
	const parts = pollOf(service, ledgerOf(times));
	const { poll } = parts;
	for (const time of times) poll.candidates.add(`${time}`);
	const refuse = (error: Error, ...ids: Array<number | string>) => {
		service.onRequest = (asked) => {
			if (ids.some((id) => asked === `details of ${id}`)) throw error;
		};
	};
	const details = () => service.asked.map((asked) => asked.replace('details of ', ''));
	return { ...parts, service, refuse, details, ledger: poll.ledger };
}

export const idsOf = (runs: Array<{ id: string }>) => runs.map(({ id }) => id);
