import type { IDataObject } from 'n8n-workflow';
import { type Found, type TrackSettings, TriggerProcess } from './driver';
import type { Random } from '../runs/random';
import { storedState } from './storedState';
import type { World } from './world';

/**
 * How n8n keeps the static data of a poll node:
 * - `legacy`: in memory, and in the database whenever a poll emitted, and after the activation
 * - `scheduler`: in the database whenever a poll emitted, and read anew for each poll
 * - `durable`: in the database after each poll but the first, with what it emitted or not at all
 */
export type Persistence = 'legacy' | 'scheduler' | 'durable';

export interface Emission {
	run: Found;
	/** The service's time. */
	at: number;
	settings: TrackSettings;
}

/** A stand-in for n8n that loses, repeats and overlaps polls as it may. */
export class Host {
	readonly emissions: Emission[] = [];

	readonly logs: string[] = [];

	/** When, at the service, all runs of the first settings were known: what ends later is owed. */
	baselineAt: number | null = null;

	/** The same for the present settings. */
	coveredSince: number | null = null;

	/** All settings since the baseline. */
	past: TrackSettings[] = [];

	private name = 'Node';

	private saved: string | undefined;

	private activated = false;

	/** With which a poll ended, kept or not. */
	private lastState: string | undefined;

	private live: IDataObject = {};

	private memory: TriggerProcess;

	/** Another copy of the module, as an update of the package leaves one behind. */
	private otherMemory: TriggerProcess;

	constructor(
		private readonly persistence: Persistence,
		private readonly world: World,
		public settings: TrackSettings,
		private readonly skewMs: number,
		private readonly random: Random,
		/** Whether a second copy of the module polls too; after a rename it would know too little. */
		private readonly hasTwoCopies: boolean,
	) {
		this.memory = this.newMemory();
		this.otherMemory = this.newMemory();
	}

	/** One poll with so many requests; errors are n8n's to show, and cost the state as it does. */
	async poll(budget: number): Promise<void> {
		this.world.budget = budget;
		await this.pollWith(this.memory, this.nextData(), budget);
	}

	/** Two polls at once; only n8n's legacy way lets them share their static data. */
	async overlap(budget: number): Promise<void> {
		this.world.budget = budget;
		const shares = this.persistence === 'legacy' && this.hasTwoCopies;
		const second = shares ? this.otherMemory : this.memory;
		const polls = [this.memory, second].map(async (memory) => {
			await this.pollWith(memory, this.nextData(), budget / 2);
		});
		await Promise.all(polls);
	}

	/** A poll whose static data was read before that of the poll before it was kept. */
	async hurry(budget: number): Promise<void> {
		const read = [this.nextData(), this.nextData()];
		for (const data of read) {
			this.world.budget = budget;
			await this.pollWith(this.memory, data, budget);
		}
	}

	/** The workflow is saved while a poll is under way, which then emits for the former version. */
	async saveAgain(budget: number): Promise<void> {
		this.world.budget = budget;
		const former = this.pollWith(this.memory, this.nextData(), budget / 2);
		this.reload();
		await Promise.all([former, this.pollWith(this.memory, this.nextData(), budget / 2)]);
	}

	/** The workflow is saved with other settings. */
	change(settings: Partial<TrackSettings>): void {
		this.settings = { ...this.settings, ...settings };
		this.reload();
		this.coveredSince = null;
		this.past.push(this.settings);
	}

	/** The same account gets another key, while the workflow goes on; it is known by its runs alone. */
	renewKey(): void {
		const { lastState, saved = lastState } = this;
		if (![lastState, saved].every((state) => storedState(state).knowsRuns)) return;
		this.settings = { ...this.settings, accountHash: `${this.settings.accountHash}+` };
	}

	/** The node gets another name, by which n8n keeps its data, but for its durable way. */
	rename(): void {
		// A rename right after n8n discarded the very first emission is told from no other one.
		if (this.persistence === 'durable' && this.saved === undefined) return;
		this.name += ' 2';
		if (this.persistence !== 'durable') this.saved = undefined;
		this.live = this.load();
	}

	/** All that was only in memory is gone. */
	restart(): void {
		this.memory = this.newMemory();
		this.otherMemory = this.newMemory();
		this.reload();
	}

	/** A baseline that was not saved when it was complete may have to be found anew. */
	private reload(): void {
		this.live = this.load();
		// Also one of settings from before those for which the baseline was found.
		const saved = storedState(this.saved);
		if (!this.past.some((each) => saved.covers(each))) this.baselineAt = null;
		if (!saved.covers(this.settings)) this.coveredSince = null;
	}

	private newMemory(): TriggerProcess {
		return new TriggerProcess(() => this.world.time + this.skewMs);
	}

	private load(): IDataObject {
		return this.saved === undefined ? {} : { runs: this.saved };
	}

	private nextData(): IDataObject {
		return this.persistence === 'legacy' ? this.live : this.load();
	}

	private async pollWith(memory: TriggerProcess, data: IDataObject, budget: number): Promise<void> {
		const { world, settings } = this;
		const read = data.runs;
		const atStart = world.requests;
		const polled = memory.poll({
			node: this.name,
			data,
			settings,
			reader: world,
			isListTimeUp: () => world.requests - atStart >= budget / 2,
			leftMs: () => Number.POSITIVE_INFINITY,
			log: (message) => void this.logs.push(message),
		});
		const outcome = await polled.catch(() => null);
		if (outcome === null) return;
		const { runs, tracked } = outcome;
		if (!this.commit(runs, data, settings, data.runs !== read)) return;
		// A poll that sent no request covers nothing, unless it took over what another had found.
		const isIdle = tracked === null && data.runs === read;
		if (isIdle) return;
		const { state, runs: found } = tracked ?? { state: this.lastState, runs: [] };
		// A newer poll emits them, and n8n may still discard its state.
		if (found.length > runs.length) return;
		// A poll of the other copy was faster, so its state is the one that counts.
		if (data.runs !== read && data.runs !== state) return;
		// What n8n keeps may be of these settings, while the process is still about to leave others.
		const isPresent = this.persistence !== 'legacy' || data === this.live;
		const known = storedState(state);
		if (isPresent && settings === this.settings && known.covers(settings)) this.cover();
	}

	/** @returns whether n8n keeps what the poll came to */
	private commit(
		runs: Found[],
		data: IDataObject,
		settings: TrackSettings,
		hasChanged: boolean,
	): boolean {
		const state = typeof data.runs === 'string' ? data.runs : undefined;
		const emits = runs.length > 0;
		const isActivation = !this.activated;
		this.activated = true;
		// Until all is calm, as the last poll of a history has none after it.
		const discards = this.persistence === 'durable' && !this.world.isCalm;
		if (discards && this.random.chance(0.1)) return false;
		// What n8n discards is not what an account is known by.
		this.lastState = state;
		const isSaved = this.persistence === 'durable' ? hasChanged && !isActivation : emits;
		if (isSaved || emits) this.saved = state;
		if (this.persistence === 'legacy') this.saved ??= state;
		for (const run of runs) this.emissions.push({ run, at: this.world.time, settings });
		return true;
	}

	private cover(): void {
		this.coveredSince ??= this.world.time;
		if (this.baselineAt === null) this.past = [this.settings];
		this.baselineAt ??= this.world.time;
	}
}
