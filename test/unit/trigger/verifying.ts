import { ServiceError } from '../../../nodes/DocScore/service/errors';
import { verify } from '../../../nodes/DocScore/trigger/verify';
import { ledgerOf, PlainService, pollOf, runsAt } from './plainService';

/** The service's refusal. */
export const answer = (status?: number, more = {}) =>
	new ServiceError(`Status ${status}`, { status, outcome: 'rejected', transient: false, ...more });

/** A poll that has these runs to verify, by their times, which the service shows as given. */
export function verifying(times: number[], status = 'completed') {
	const service = new PlainService(runsAt(times, status));
	const parts = pollOf(service, ledgerOf(times));
	const { poll } = parts;
	const suspect = () => times.forEach((time) => poll.candidates.add(`${time}`));
	suspect();
	/** As the next poll does, in which they seem to have finished again. */
	const verifyAgain = async () => {
		suspect();
		return await verify(poll);
	};
	const refuse = (error: Error, ...ids: Array<number | string>) => {
		service.onRequest = (asked) => {
			if (ids.some((id) => asked === `details of ${id}`)) throw error;
		};
	};
	const details = () => service.asked.map((asked) => asked.replace('details of ', ''));
	return { ...parts, service, refuse, details, verifyAgain, ledger: poll.ledger };
}

export const idsOf = (runs: Array<{ id: string }>) => runs.map(({ id }) => id);
