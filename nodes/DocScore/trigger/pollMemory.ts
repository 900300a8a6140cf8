import type { IDataObject } from 'n8n-workflow';
import { type Settled, settle } from '../service/settle';
import type { Run } from '../service/types';
import { readState, replaceState } from './keptState';
import { ServiceClock } from './serviceClock';
import type { Tracked } from './tracker';
import { restOf } from './verify';

/** Longest time in ms that the service can silence a trigger for. */
const MAX_REST_MS = 3_600_000;

/** Time in ms within which n8n surely keeps, or discards, what a poll emitted. */
const KEEPING_MS = 30_000;

/**
 * What one process remembers of one trigger node, beside the state that n8n keeps for it. Losing it
 * costs requests, never a run: n8n may forget the state of polls that emitted nothing, and here it
 * is found again. Of a poll that emitted only what n8n kept counts, as it may have discarded both the
 * runs and the state.
 */
export class PollMemory {
	readonly clock: ServiceClock;

	readonly turn = { next: 0 };

	/** A state as n8n kept it, and how far polls that emitted nothing came from there. */
	private progress: { kept: string | null; state: string } | null = null;

	/** The last state, and the name of the node, under which n8n keeps its static data. */
	private last: { node: string; state: string } | null = null;

	/** From which state was emitted last, and when. */
	private emission: { from: string | null; at: number } | null = null;

	private newestPoll = 0;

	private lastPoll: Promise<unknown> = Promise.resolve();

	private rest: { until: number; error: unknown } = {
		until: Number.NEGATIVE_INFINITY,
		error: undefined,
	};

	/** @param local milliseconds of a clock that is never set */
	constructor(private readonly local: () => number) {
		this.clock = new ServiceClock(local);
	}

	/**
	 * Runs a poll as soon as those before it are over, and keeps its state in the static data.
	 * @returns the runs to emit: none where another poll was faster, or a newer one waits, or n8n
	 * has not kept yet what was emitted from the same state
	 * @throws what cut the poll short, where there is nothing to emit
	 */
	async poll(
		node: string,
		data: IDataObject,
		track: (state: string | null) => Promise<Tracked>,
	): Promise<Run[]> {
		const number = ++this.newestPoll;
		const before = this.lastPoll;
		const poll = settle(before.then(async () => await this.pollNow(number, node, data, track)));
		this.lastPoll = poll;
		const polled = await poll;
		if (!polled.ok) throw polled.error;
		return polled.value;
	}

	private async pollNow(
		number: number,
		node: string,
		data: IDataObject,
		track: (state: string | null) => Promise<Tracked>,
	): Promise<Run[]> {
		const kept = readState(data);
		if (this.isBeingKept(kept)) return [];
		const from = this.resume(node, kept);
		if (this.local() < this.rest.until) {
			// Nothing is known yet, so the workflow must not seem to be activated.
			if (from === null) throw this.rest.error;
			return [];
		}
		const tracked = await settle(track(from));
		// Nothing is awaited from here on: what n8n keeps is compared and replaced in one go.
		this.restAfter(tracked);
		if (!tracked.ok) throw tracked.error;
		const { runs, state, error } = tracked.value;
		if (runs.length === 0) this.progress = { kept, state };
		// The newer poll may hold static data from before this one, so it must be the one to emit.
		if (number !== this.newestPoll) return [];
		if (runs.length === 0 && error !== undefined) throw error;
		if (!replaceState(data, kept, state)) return [];
		this.last = { node, state };
		if (runs.length > 0) this.emission = { from: kept, at: this.local() };
		return runs;
	}

	/** Static data may have been read for this poll before the emission of the last one was kept. */
	private isBeingKept(kept: string | null): boolean {
		if (this.emission?.from !== kept) return false;
		return this.local() - this.emission.at < KEEPING_MS;
	}

	/** The state to go on from: the newest that surely follows from what n8n kept. */
	private resume(node: string, kept: string | null): string | null {
		if (kept === null && this.last && this.last.node !== node) {
			this.progress = { kept, state: this.last.state };
		}
		const state = this.progress?.kept === kept ? this.progress.state : kept;
		if (state !== null) this.last = { node, state };
		return state;
	}

	private restAfter(tracked: Settled<Tracked>): void {
		const error = tracked.ok ? tracked.value.error : tracked.error;
		const asked = restOf(error);
		if (asked === undefined) return;
		this.rest = { until: this.local() + Math.min(asked, MAX_REST_MS), error };
	}
}
