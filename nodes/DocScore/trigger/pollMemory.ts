import type { IDataObject } from 'n8n-workflow';
import { settle } from '../service/settle';
import type { Run } from '../service/types';
import { readState, replaceState } from './keptState';
import { PollQueue } from './pollQueue';
import { ServiceClock } from './serviceClock';
import { Silence } from './silence';
import type { Tracked } from './tracker';

/** Time in ms within which n8n surely keeps, or discards, what a poll emitted. */
const KEEPING_MS = 30_000;

/**
 * What one process remembers of one trigger node, beside the state that n8n keeps for it. Losing it
 * costs requests, never a run.
 *
 * | n8n has kept                                  | a poll goes on from                          |
 * | --------------------------------------------- | -------------------------------------------- |
 * | the state before polls that emitted nothing   | the state after them, which n8n may forget   |
 * | the state from which was emitted just now     | nothing: n8n is still keeping the new one    |
 * | nothing, and the node had another name before | the last state, as the node was renamed      |
 * | any other state                               | that state: what was emitted from here may   |
 * |                                               | have been discarded, together with its state |
 */
export class PollMemory {
	readonly clock: ServiceClock;

	readonly spotCheck = { next: 0 };

	private readonly queue = new PollQueue();

	private readonly silence: Silence;

	/** A state as n8n kept it, and how far polls that emitted nothing came from there. */
	private progress: { kept: string | null; state: string } | null = null;

	/** The last state, and the name of the node, under which n8n keeps its static data. */
	private last: { node: string; state: string } | null = null;

	/** From which state was emitted last, and when. */
	private emission: { from: string | null; at: number } | null = null;

	/** @param local milliseconds of a clock that is never set */
	constructor(private readonly local: () => number) {
		this.clock = new ServiceClock(local);
		this.silence = new Silence(local);
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
		return await this.queue.run(async (isNewest) => {
			const kept = readState(data);
			if (this.isBeingKept(kept)) return [];
			const from = this.resume(node, kept);
			if (this.silence.lasts) {
				// Nothing is known yet, so the workflow must not seem to be activated.
				if (from === null) throw this.silence.error;
				return [];
			}
			const tracked = await settle(track(from));
			// Nothing is awaited from here on: what n8n keeps is compared and replaced in one go.
			this.silence.beginAfter(tracked.ok ? tracked.value.error : tracked.error);
			if (!tracked.ok) throw tracked.error;
			return this.keep(node, data, kept, tracked.value, isNewest());
		});
	}

	private keep(
		node: string,
		data: IDataObject,
		kept: string | null,
		{ runs, state, error }: Tracked,
		isNewest: boolean,
	): Run[] {
		if (runs.length === 0) this.progress = { kept, state };
		// The newer poll may hold static data from before this one, so it must be the one to emit.
		if (!isNewest) return [];
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
}
