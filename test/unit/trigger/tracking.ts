import { ServiceError } from '../../../nodes/DocScore/service/errors';
import { decode, encode } from '../../../nodes/DocScore/trigger/ledgerText';
import type { TrackSettings } from '../../../nodes/DocScore/trigger/poll';
import { track } from '../../../nodes/DocScore/trigger/tracker';
import { ledgerOf, NOON, type PlainRun, PlainService, pollOf } from './plainService';

/** Polls a service with these runs; the ledger began at noon, and knows those that are named. */
export function tracking(runs: PlainRun[], known: number[], change: Partial<TrackSettings> = {}) {
	const service = new PlainService(runs);
	const ledger = ledgerOf(known);
	ledger.advanceCursor(NOON);
	const { poll, tools, now, logs } = pollOf(service, ledger, change);
	let last: string | null = null;
	const run = async (state: string | null = encode(ledger)) => {
		service.asked = [];
		const tracked = await track(state, poll.settings, tools);
		last = tracked.state;
		const left = decode(tracked.state);
		const ids = tracked.runs.map(({ id }) => id);
		return { ...tracked, ids, left, asked: service.asked, requests: service.asked.length };
	};
	/** The next poll. */
	const runOn = async () => await run(last);
	return { service, ledger, tools, now, logs, run, runOn };
}

/** The service's refusal. */
export const failure = (status: number, more = {}) =>
	new ServiceError(`Status ${status}`, { status, outcome: 'rejected', transient: false, ...more });

/** The first request for which it holds gets this answer. */
export function answerOnce(
	service: PlainService,
	which: (asked: string) => boolean,
	error: Error,
): void {
	let isOver = false;
	service.onRequest = (asked) => {
		if (isOver || !which(asked)) return;
		isOver = true;
		throw error;
	};
}
