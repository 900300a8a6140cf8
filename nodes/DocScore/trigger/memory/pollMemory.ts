import type { IDataObject } from 'n8n-workflow';
import { textOrNull } from '../../service/json';
import { toResult } from '../../service/result';
import { isTimeUp, type Memory } from '../findings';
import type { PollResult } from '../poll';
import { Alarm } from './alarm';
import { PollTime } from './pollTime';
import { ReadBackoff } from './readBackoff';
import { ServiceClock } from './serviceClock';

/** The time, in ms, after which n8n has surely stored or discarded an output. */
const STORING_MS = 30_000;

/** How long, in ms, a poll may take longer than its time, before the next one begins without it. */
const GRACE_MS = 60_000;

/**
 * The name of the state in the node's static data: n8n surely notices only changes of whole values.
 */
const STATE = 'runs';

/** A poll of a node. */
export interface NodePoll {
	/** The node's name, under which n8n stores its static data. */
	node: string;
	data: IDataObject;
	/** What the poll is to find, as one text. */
	asked: string;
	/** What n8n gives the poll, in ms; older releases do not say. */
	givenMs?: number | undefined;
	log(message: string): void;
}

/**
 * What one process remembers of one trigger node, in addition to the state that n8n stores for it.
 * Losing it costs requests, never a run.
 *
 * | n8n has stored                                  | a poll continues from                       |
 * | ----------------------------------------------- | ------------------------------------------- |
 * | the state before polls without items            | the state after them, which n8n may forget  |
 * | the state from which a poll has just output     | nothing: n8n is still storing the new state |
 * | nothing, or a state under a former name of the  | the last state, as the node was renamed     |
 * | node                                            |                                             |
 * | any other state                                 | that state: outputs since then may have     |
 * |                                                 | been discarded, together with their states  |
 */
export class PollMemory<Found> {
	/** The memory of the current account. */
	tools: Memory;

	readonly time = new PollTime();

	readonly alarm = new Alarm();

	private account: string | null = null;

	/** The poll under way, and when it is given up, in ms of the local clock. */
	private current: { endsAt: number } | null = null;

	/** How many polls were started. */
	private started = 0;

	/** A state that n8n stored, and the state after later polls without items. */
	private unsaved: { kept: string | null; state: string } | null = null;

	/** The last state, and the node's name. */
	private last: { node: string; state: string } | null = null;

	/** Names under which n8n may store an outdated state. */
	private readonly formerNames = new Set<string>();

	/** The last output: the state that n8n had stored, and the time in ms. */
	private output: { kept: string | null; at: number } | null = null;

	/** The result of a poll that a newer poll overtook: the next poll outputs it. */
	private overtaken: { kept: string | null; asked: string; result: PollResult<Found> } | null =
		null;

	/** @param local ms of a monotonic clock */
	// Stryker disable next-line BlockStatement: each account gets new ones
	constructor(private readonly local: () => number) {
		this.tools = this.newTools();
	}

	/**
	 * Switches to an account, which has its own clock and runs. The states stay: the account may be the
	 * same with a renewed key, and a state that n8n forgets exists nowhere else.
	 */
	useFor(account: string): void {
		if (this.account !== account) this.tools = this.newTools();
		this.account = account;
	}

	/**
	 * Runs a poll, unless an earlier one is under way, and stores its state in the static data.
	 * @returns the runs to output: none if a newer poll was started meanwhile, or n8n has not yet stored
	 * the output from the same state
	 * @throws the error that interrupted the poll, if there is nothing to output
	 */
	async poll(
		{ node, data, asked, givenMs, log }: NodePoll,
		track: (state: string | null) => Promise<PollResult<Found>>,
	): Promise<Found[]> {
		// Stryker disable next-line UpdateOperator: the numbers differ as well if they count down
		const number = ++this.started;
		const kept = textOrNull(data[STATE]);
		const startedAt = this.local();
		if (this.isBeingStored(kept)) return [];
		if (this.current && startedAt < this.current.endsAt) return [];
		if (this.current) log('An earlier poll did not end, so this one begins without it');
		const limitMs = this.time.next(givenMs);
		const current = { endsAt: startedAt + limitMs + GRACE_MS };
		this.current = current;
		const from = this.resume(node, kept);
		const waiting = this.takeOvertaken(kept, asked);
		const tracked = await toResult(waiting ? Promise.resolve(waiting) : track(from));
		// Nothing is awaited from here on, so that comparing and replacing the state is atomic.
		if (this.current !== current) return [];
		this.current = null;
		const isCut = tracked.ok ? tracked.value.isCut : isTimeUp(tracked.error);
		if (!waiting) this.noteTime(isCut, startedAt, givenMs, log);
		if (!tracked.ok) throw tracked.error;
		const { runs, state, error } = tracked.value;
		if (runs.length === 0) {
			this.unsaved = { kept, state };
			if (error !== undefined) throw error;
		}
		// The static data of a newer poll may be from before this one, so only a newer one may output.
		if (number !== this.started) {
			this.overtaken = { kept, asked, result: tracked.value };
			return [];
		}
		// Another copy of this module may have polled meanwhile.
		if (textOrNull(data[STATE]) !== kept) return [];
		if (state !== kept) data[STATE] = state;
		this.last = { node, state };
		if (runs.length > 0) this.output = { kept, at: this.local() };
		return runs;
	}

	/** Gives the next poll more time if this one was cut, and says so. */
	private noteTime(
		isCut: boolean,
		startedAt: number,
		givenMs: number | undefined,
		log: (message: string) => void,
	): void {
		const seconds = () => Math.round(this.time.next(givenMs) / 1_000);
		const before = seconds();
		this.time.note(isCut, this.local() - startedAt);
		if (!isCut) return;
		log(
			`A poll of ${before} s had no time for all runs. The next poll continues, and has ${seconds()} s`,
		);
	}

	private takeOvertaken(kept: string | null, asked: string): PollResult<Found> | null {
		const { overtaken } = this;
		this.overtaken = null;
		return overtaken?.kept === kept && overtaken.asked === asked ? overtaken.result : null;
	}

	/** Whether n8n may still be storing the last output from this state. */
	private isBeingStored(kept: string | null): boolean {
		return this.output?.kept === kept && this.local() - this.output.at < STORING_MS;
	}

	/** The state to continue from: the newest that surely follows from the stored one. */
	private resume(node: string, kept: string | null): string | null {
		// n8n stores the state under the node's name, unless its cursors are durable.
		const isOutdated = kept === null || this.formerNames.has(node);
		if (this.last && this.last.node !== node && isOutdated) {
			this.unsaved = { kept, state: this.last.state };
			this.formerNames.add(this.last.node);
		}
		const state = this.unsaved?.kept === kept ? this.unsaved.state : kept;
		if (state !== null) this.last = { node, state };
		return state;
	}

	private newTools(): Memory {
		return {
			clock: new ServiceClock(this.local),
			readBackoff: new ReadBackoff(this.local),
			said: new Set(),
		};
	}
}
