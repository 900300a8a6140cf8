import type { IDataObject } from 'n8n-workflow';
import type { RunLister, RunReader } from '../../../nodes/DocScore/service/client';
import type { Run, RunSummary } from '../../../nodes/DocScore/service/types';
import { PollMemory } from '../../../nodes/DocScore/trigger/memory/pollMemory';
import type { TrackSettings as AllSettings } from '../../../nodes/DocScore/trigger/findings';
import { type PollResult, track } from '../../../nodes/DocScore/trigger/poll';

/** What a user sets, and a hash of the account. */
export type TrackSettings = Omit<AllSettings, 'workflow' | 'account'> & { accountHash: string };

export type Found = Run | RunSummary;

/** What a poll gets from n8n, the user and the service. */
export interface Polled {
	node: string;
	data: IDataObject;
	settings: TrackSettings;
	/** What n8n gives the poll, in ms. */
	givenMs?: number;
	reader: RunLister & RunReader;
	/** Whether the rest of the poll's time is for details. */
	isListTimeUp(): boolean;
	leftMs(): number;
	log(message: string): void;
}

export interface Outcome {
	/** The runs to emit. */
	runs: Found[];
	/** What the poll came to, stored or not; null if it sent no request. */
	tracked: PollResult<Found> | null;
}

/** The trigger in one process. Judges know its parts only here. */
export class TriggerProcess {
	private readonly memory: PollMemory<Found>;

	/** @param local ms of a monotonic clock */
	constructor(local: () => number) {
		this.memory = new PollMemory(local);
	}

	/** The time of the next poll in ms, if n8n gives so much. */
	pollMs(givenMs: number): number {
		return this.memory.time.next(givenMs);
	}

	/** One poll. @throws what n8n is to show */
	async poll({ node, data, settings, givenMs, ...own }: Polled): Promise<Outcome> {
		const account = settings.accountHash;
		this.memory.useFor(account);
		const tools = { ...this.memory.tools, ...own };
		let tracked: PollResult<Found> | null = null;
		const runs = await this.memory.poll(
			{ node, data, asked: JSON.stringify(settings), givenMs, log: own.log },
			async (state) => {
				return (tracked = await track(state, { ...settings, workflow: 'w', account }, tools));
			},
		);
		return { runs, tracked };
	}
}
