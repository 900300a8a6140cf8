import type { IDataObject } from 'n8n-workflow';
import { toResult } from '../service/result';
import type { Run } from '../service/types';
import { readState, replaceState } from './staticData';
import type { Memory } from './poll';
import { PollQueue } from './pollQueue';
import { ReadBackoff } from './readBackoff';
import { ServiceClock } from './serviceClock';
import { Progress } from './progress';
import { PollCooldown } from './pollCooldown';
import type { PollResult } from './tracker';

/** Time in ms within which n8n surely keeps, or discards, what a poll emitted. */
const STORING_MS = 30_000;

/** A node that is renamed within so many ms of an emission was so while the poll was under way. */
const RENAMING_MS = 1_000;

/**
 * What one process remembers of one trigger node, beside the state that n8n keeps for it. Losing it
 * costs requests, never a run.
 *
 * | n8n has kept                                  | a poll goes on from                          |
 * | --------------------------------------------- | -------------------------------------------- |
 * | the state before polls that emitted nothing   | the state after them, which n8n may forget   |
 * | the state from which was emitted just now     | nothing: n8n is still keeping the new one    |
 * | nothing, or what it kept under a name that    | the last state, as the node was renamed; or  |
 * | the node had before                           | the one before, if it emitted that very      |
 * |                                               | moment, as n8n then discards the emission    |
 * | any other state                               | that state: what was emitted from here may   |
 * |                                               | have been discarded, together with its state |
 */
export class PollMemory<Found = Run> {
	/** Of the present account. */
	tools: Memory;

	private readonly queue = new PollQueue();

	private cooldown: PollCooldown;

	private accountHash: string | null = null;

	/** A state as n8n kept it, and how far polls that emitted nothing came from there. */
	private progress: { kept: string | null; state: string } | null = null;

	/** The last state, and the name of the node, under which n8n keeps its static data. */
	private last: { node: string; state: string } | null = null;

	/** Names under which n8n may keep a state that is out of date. */
	private readonly formerNames = new Set<string>();

	/** From which states was emitted last, as n8n kept it and as the poll went on from, and when. */
	private emission: { kept: string | null; from: string | null; at: number } | null = null;

	/** What a poll found that was superseded by a newer one, which is to emit it. */
	private superseded: { kept: string | null; asked: string; tracked: PollResult<Found> } | null =
		null;

	/** @param local milliseconds of a clock that is never set */
	constructor(private readonly local: () => number) {
		this.tools = newMemory(local);
		this.cooldown = new PollCooldown(local);
	}

	/**
	 * Another account has other clocks and limits. The states stay: the account may be the same one with
	 * a renewed key, and what n8n forgets stands in no other place.
	 */
	useFor(accountHash: string): void {
		if (this.accountHash !== null && this.accountHash !== accountHash) {
			this.tools = newMemory(this.local);
			this.cooldown = new PollCooldown(this.local);
		}
		this.accountHash = accountHash;
	}

	/**
	 * Runs a poll as soon as those before it are over, and keeps its state in the static data.
	 * @param asked what the poll is to find, as one text
	 * @returns the runs to emit: none where another poll was faster, or a newer one waits, or n8n
	 * has not kept yet what was emitted from the same state
	 * @throws what cut the poll short, where there is nothing to emit
	 */
	async poll(
		node: string,
		data: IDataObject,
		asked: string,
		track: (state: string | null) => Promise<PollResult<Found>>,
	): Promise<Found[]> {
		return await this.queue.run(async (isNewest) => {
			const kept = readState(data);
			if (this.isBeingStored(kept)) return [];
			const from = this.resume(node, kept);
			const found = this.takeSuperseded(kept, asked);
			if (!found && this.cooldown.isActive) {
				// Nothing is known yet, so the workflow must not seem to be activated.
				if (from === null) throw this.cooldown.error;
				return [];
			}
			const tracked = found ? { ok: true as const, value: found } : await toResult(track(from));
			// Nothing is awaited from here on: what n8n keeps is compared and replaced in one go.
			this.cooldown.startAfter(tracked.ok ? tracked.value.error : tracked.error);
			if (!tracked.ok) throw tracked.error;
			if (!isNewest()) {
				// The newer poll may hold static data from before this one, so it must be the one to emit.
				this.superseded = { kept, asked, tracked: tracked.value };
			}
			return this.commit({ node, data, kept, from }, tracked.value, isNewest());
		});
	}

	private commit(
		{ node, data, kept, from }: Polled,
		{ runs, state, error }: PollResult<Found>,
		isNewest: boolean,
	): Found[] {
		if (runs.length === 0) this.progress = { kept, state };
		if (!isNewest) return [];
		if (runs.length === 0 && error !== undefined) throw error;
		if (!replaceState(data, kept, state)) return [];
		this.last = { node, state };
		if (runs.length > 0) this.emission = { kept, from, at: this.local() };
		return runs;
	}

	private takeSuperseded(kept: string | null, asked: string): PollResult<Found> | null {
		const { superseded } = this;
		this.superseded = null;
		if (superseded?.kept !== kept || superseded.asked !== asked) return null;
		return superseded.tracked.runs.length > 0 ? superseded.tracked : null;
	}

	/** Static data may have been read for this poll before the emission of the last one was kept. */
	private isBeingStored(kept: string | null): boolean {
		if (this.emission?.kept !== kept) return false;
		return this.local() - this.emission.at < STORING_MS;
	}

	/** The state to go on from: the newest that surely follows from what n8n kept. */
	private resume(node: string, kept: string | null): string | null {
		if (this.last && this.last.node !== node && this.isOutdated(node, kept)) {
			const { emission } = this;
			const isDiscarded = emission && this.local() - emission.at < RENAMING_MS;
			const state = isDiscarded ? emission.from : this.last.state;
			if (state !== null) this.progress = { kept, state };
			this.formerNames.add(this.last.node);
		}
		const state = this.progress?.kept === kept ? this.progress.state : kept;
		if (state !== null) this.last = { node, state };
		return state;
	}

	/** n8n keeps the state by the node's name, unless its cursors are durable. */
	private isOutdated(node: string, kept: string | null): boolean {
		return kept === null || this.formerNames.has(node);
	}
}

const newMemory = (local: () => number): Memory => ({
	clock: new ServiceClock(local),
	readBackoff: new ReadBackoff(local),
	progress: new Progress(),
	spotCheck: { next: 0 },
	firstPhase: { index: 0 },
	excess: { runs: 0 },
});

interface Polled {
	node: string;
	data: IDataObject;
	/** The state as n8n kept it, and the one that the poll went on from. */
	kept: string | null;
	from: string | null;
}
