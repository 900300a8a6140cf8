import type { IDataObject } from 'n8n-workflow';
import { toResult } from '../../service/result';
import type { Run } from '../../service/types';
import { readState, replaceState } from './staticData';
import type { Memory } from '../poll';
import { PollQueue } from './pollQueue';
import { ReadBackoff } from './readBackoff';
import { ServiceClock } from './serviceClock';
import { Progress } from './progress';
import { PollCooldown } from './pollCooldown';
import type { PollResult } from '../tracker';

/** The time, in ms, after which n8n has surely stored or discarded an emission. */
const STORING_MS = 30_000;

/** If a node is renamed within this time in ms of an emission, it was renamed during the poll. */
const RENAMING_MS = 1_000;

/**
 * What one process remembers of one trigger node, in addition to the state that n8n stores for it.
 * Losing it costs requests, never a run.
 *
 * | n8n has stored                                | a poll continues from                        |
 * | --------------------------------------------- | -------------------------------------------- |
 * | the state before polls without items          | the state after them, which n8n may forget   |
 * | the state from which a poll has just emitted  | nothing: n8n is still storing the new state  |
 * | nothing, or a state under a former name of    | the last state, as the node was renamed; or  |
 * | the node                                      | the one before, if it emitted at that very   |
 * |                                               | moment, as n8n then discards the emission    |
 * | any other state                               | that state: emissions since then may have    |
 * |                                               | been discarded, together with their states   |
 */
export class PollMemory<Found = Run> {
	/** The memory of the current account. */
	tools: Memory;

	private readonly queue = new PollQueue();

	private cooldown: PollCooldown;

	private accountHash: string | null = null;

	/** A state that n8n stored, and the state after later polls without items. */
	private unsaved: { kept: string | null; state: string } | null = null;

	/** The last state, and the node's name, under which n8n stores static data. */
	private last: { node: string; state: string } | null = null;

	/** Names under which n8n may store an outdated state. */
	private readonly formerNames = new Set<string>();

	/**
	 * The last emission: the state that n8n had stored, the state from which the poll continued, and
	 * the time in ms.
	 */
	private emission: { kept: string | null; from: string | null; at: number } | null = null;

	/** The result of a poll that a newer poll overtook and is to emit. */
	private superseded: { kept: string | null; asked: string; tracked: PollResult<Found> } | null =
		null;

	/** @param local ms of a monotonic clock */
	constructor(private readonly local: () => number) {
		this.tools = newMemory(local);
		this.cooldown = new PollCooldown(local);
	}

	/**
	 * Switches to an account, which has its own clock and limits. The states stay: the account may be
	 * the same with a renewed key, and a state that n8n forgets exists nowhere else.
	 */
	useFor(accountHash: string): void {
		if (this.accountHash !== null && this.accountHash !== accountHash) {
			this.tools = newMemory(this.local);
			this.cooldown = new PollCooldown(this.local);
		}
		this.accountHash = accountHash;
	}

	/**
	 * Runs a poll after all earlier ones, and stores its state in the static data.
	 * @param asked what the poll is to find, as one text
	 * @returns the runs to emit: none if another poll was faster, or a newer one waits, or n8n has
	 * not yet stored the emission from the same state
	 * @throws the error that interrupted the poll, if there is nothing to emit
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
				// Nothing is known yet, so the workflow must not appear as activated.
				if (from === null) throw this.cooldown.error;
				return [];
			}
			const tracked = found ? { ok: true as const, value: found } : await toResult(track(from));
			// Nothing is awaited from here on, so that comparing and replacing the state is atomic.
			this.cooldown.startAfter(tracked.ok ? tracked.value.error : tracked.error);
			if (!tracked.ok) throw tracked.error;
			if (!isNewest()) {
				// The newer poll may have static data from before this poll, so only the newer one may emit.
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
		if (runs.length === 0) this.unsaved = { kept, state };
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

	/** Whether n8n may still be storing the last emission from this state. */
	private isBeingStored(kept: string | null): boolean {
		if (this.emission?.kept !== kept) return false;
		return this.local() - this.emission.at < STORING_MS;
	}

	/** The state to continue from: the newest that surely follows from the stored one. */
	private resume(node: string, kept: string | null): string | null {
		if (this.last && this.last.node !== node && this.isOutdated(node, kept)) {
			const { emission } = this;
			const isDiscarded = emission && this.local() - emission.at < RENAMING_MS;
			const state = isDiscarded ? emission.from : this.last.state;
			if (state !== null) this.unsaved = { kept, state };
			this.formerNames.add(this.last.node);
		}
		const state = this.unsaved?.kept === kept ? this.unsaved.state : kept;
		if (state !== null) this.last = { node, state };
		return state;
	}

	/**
	 * Whether the stored state is outdated: n8n stores it under the node's name, unless its cursors
	 * are durable.
	 */
	private isOutdated(node: string, kept: string | null): boolean {
		return kept === null || this.formerNames.has(node);
	}
}

const newMemory = (local: () => number): Memory => ({
	clock: new ServiceClock(local),
	readBackoff: new ReadBackoff(local),
	progress: new Progress(),
	spotCheck: { next: 0, isDeferred: false },
	firstPhase: { index: 0 },
	excess: { runs: 0 },
	cutPolls: { inARow: 0 },
});

interface Polled {
	node: string;
	data: IDataObject;
	/** The state that n8n stored, and the state from which the poll continued. */
	kept: string | null;
	from: string | null;
}
