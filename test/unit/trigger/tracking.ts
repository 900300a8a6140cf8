import type { SeenRun } from '../../../nodes/DocScore/runs/listing';
import { Ledger } from '../../../nodes/DocScore/trigger/ledger/ledger';
import { decode, encode } from '../../../nodes/DocScore/trigger/ledger/ledgerText';
import { Poll, type TrackSettings } from '../../../nodes/DocScore/trigger/poll';
import { PollMemory } from '../../../nodes/DocScore/trigger/memory/pollMemory';
import { track } from '../../../nodes/DocScore/trigger/tracker';
import { verify } from '../../../nodes/DocScore/trigger/verify';
import { type FakeRun, NOON, runsAt } from '../runs/fakeRuns';
import { FakeService } from '../runs/fakeService';

/** A ledger that waits for runs, given by their times in ms since noon. */
export function ledgerOf(open: number[], done: number[] = []): Ledger {
	const ledger = new Ledger('{}', 'a', ['completed', 'failed']);
	ledger.style.zoned = true;
	for (const created of [...open, ...done]) ledger.observe(seen(`${created}`, created));
	for (const created of done) ledger.markDone(`${created}`);
	return ledger;
}

export const seen = (id: string, created: number, status = 'processing'): SeenRun => ({
	id,
	status,
	created: NOON + created,
});

/** One poll of such a service, whose times stand still unless a test moves them. */
export function pollOf(
	service: FakeService,
	ledger: Ledger,
	settings: Partial<TrackSettings> = {},
) {
	const now = { local: 1_000, isListTimeUp: false, leftMs: Infinity };
	const logs: string[] = [];
	const tools = {
		...new PollMemory(() => now.local).tools,
		reader: service,
		isListTimeUp: () => now.isListTimeUp,
		leftMs: () => now.leftMs,
		log: (message: string) => void logs.push(message),
	};
	const asked = {
		criteria: {},
		events: ['completed', 'failed'],
		overlapMs: 600_000,
		accountHash: 'a',
	};
	return { poll: new Poll(ledger, { ...asked, ...settings }, tools), tools, now, logs };
}

/** Polls a service with these runs; the ledger began at noon, and knows those that are named. */
export function tracking(runs: FakeRun[], known: number[], change: Partial<TrackSettings> = {}) {
	const service = new FakeService(runs);
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

/** A poll that has these runs to verify, by their times, which the service shows as given. */
export function verifying(times: number[], status = 'completed') {
	const service = new FakeService(runsAt(times, status));
	const parts = pollOf(service, ledgerOf(times));
	const { poll } = parts;
	const suspect = () => times.forEach((time) => poll.candidates.add(`${time}`));
	suspect();
	/** As the next poll does, in which they seem to have finished again. */
	const verifyAgain = async () => {
		suspect();
		return await verify(poll);
	};
	const failReads = (error: Error, ...ids: Array<number | string>) => {
		service.onRequest = (asked) => {
			if (ids.some((id) => asked === `details of ${id}`)) throw error;
		};
	};
	const details = () => service.asked.map((asked) => asked.replace('details of ', ''));
	return { ...parts, service, failReads, details, verifyAgain, ledger: poll.ledger };
}
