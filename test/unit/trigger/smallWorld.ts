import type { IDataObject } from 'n8n-workflow';
import { StoppedError } from '../../../nodes/DocScore/service/errors';
import type { Run, RunSummary } from '../../../nodes/DocScore/service/types';
import { PollMemory } from '../../../nodes/DocScore/trigger/pollMemory';
import { track } from '../../../nodes/DocScore/trigger/tracker';
import { type FakeRun, NOON, runAt } from '../runs/fakeRuns';
import { failure, FakeService } from '../runs/fakeService';

const MINUTE_MS = 60_000;

/** New runs may show up a minute late. */
const OVERLAP_MS = 1.5 * MINUTE_MS;

/** The polls in which something happens are those after the first one. */
export const POLLS = 4;

/** Polls after those, in which all that is owed comes out. */
const QUIET_POLLS = 7;

/** A run by the minutes in which it is created, shows up and finishes, before the poll of that minute. */
export interface SmallRun {
	created: number;
	shown: number;
	finished: number;
}

/** What goes wrong in one poll. */
export interface Fault {
	poll: number;
	/**
	 * - restart: n8n is started again after the poll, and goes on from what it has saved
	 * - discard: n8n keeps nothing of the poll
	 * - overlap: n8n begins another poll before this one is over
	 * - cut: the time is up at a request
	 * - fail: the service refuses a request
	 */
	kind: 'restart' | 'discard' | 'overlap' | 'cut' | 'fail';
	/** Counted from 1. */
	request: number;
}

const upTo = (count: number, from = 0): number[] =>
	Array.from({ length: count - from }, (_, index) => from + index);

const RUNS: SmallRun[] = upTo(POLLS - 1).flatMap((created) =>
	upTo(POLLS, created).map((finished) => ({ created, shown: created, finished })),
);

const LATE_RUNS = RUNS.map((run) => ({ ...run, shown: run.created + 1 }));

/** Every world of three runs, of which the first may show up late. */
export const WORLDS: SmallRun[][] = [...RUNS, ...LATE_RUNS].flatMap((first) =>
	RUNS.flatMap((second, index) => RUNS.slice(index).map((third) => [first, second, third])),
);

const KINDS = ['restart', 'discard', 'overlap'] as const;

/** Everything that may go wrong once, at every point of it. */
export const FAULTS: Fault[] = upTo(POLLS, 1).flatMap((poll) => [
	...KINDS.map((kind) => ({ poll, kind, request: 0 })),
	...upTo(6, 1).flatMap((request) =>
		(['cut', 'fail'] as const).map((kind) => ({ poll, kind, request })),
	),
]);

/** What a simple tracker emits that reads everything in each poll, and to which nothing happens. */
export function emittedByOracle(world: SmallRun[]): string[] {
	const known = new Set<string>();
	const emitted = ['long open'];
	for (let poll = 0; poll < POLLS + QUIET_POLLS; poll++) {
		for (const [index, { shown, finished }] of world.entries()) {
			const id = `run ${index}`;
			if (shown > poll || finished > poll || known.has(id)) continue;
			known.add(id);
			if (poll > 0) emitted.push(id);
		}
	}
	return emitted.sort();
}

/** What the trigger emits in that world, where all of that goes wrong. */
export async function emittedIn(world: SmallRun[], faults: Fault[]): Promise<string[]> {
	const host = new SmallHost(world);
	for (let poll = 0; poll < POLLS + QUIET_POLLS; poll++) {
		await host.poll(
			poll,
			faults.filter((fault) => fault.poll === poll),
		);
	}
	return host.emitted.sort();
}

/** A service of a few runs, and n8n as it keeps the static data of a node: with what was emitted. */
class SmallHost {
	readonly emitted: string[] = [];

	private readonly service: FakeService;

	private memory = this.newMemory();

	/** Of another copy of the module, as an update of the package leaves one behind. */
	private otherMemory = this.newMemory();

	private data: IDataObject = {};

	private saved: IDataObject = {};

	constructor(world: SmallRun[]) {
		this.service = new FakeService([...PAST, ...world.map(runOf)]);
	}

	async poll(poll: number, faults: Fault[]): Promise<void> {
		this.service.time = NOON + poll * MINUTE_MS;
		const has = (kind: Fault['kind']) => faults.some((fault) => fault.kind === kind);
		let requests = 0;
		this.service.onRequest = () => {
			requests++;
			for (const { kind, request } of faults) {
				if (kind === 'cut' && requests >= request) throw new StoppedError('Time');
				if (kind === 'fail' && requests === request) throw failure(500, { transient: true });
			}
		};
		const before = { ...this.data };
		const memories = has('overlap') ? [this.memory, this.otherMemory] : [this.memory];
		const runs = await Promise.all(memories.map(async (memory) => await this.track(memory)));
		if (has('discard')) {
			this.data = before;
			return;
		}
		const emitted = runs.flat().map(({ id }) => id);
		this.emitted.push(...emitted);
		if (poll === 0 || emitted.length > 0) this.saved = { ...this.data };
		if (!has('restart')) return;
		this.memory = this.newMemory();
		this.data = { ...this.saved };
	}

	/** A poll that fails emits nothing. */
	private async track(memory: PollMemory<Run | RunSummary>): Promise<Array<Run | RunSummary>> {
		const settings = {
			criteria: {},
			events: ['completed'],
			overlapMs: OVERLAP_MS,
			accountHash: 'a',
		};
		const tools = {
			...memory.tools,
			reader: this.service,
			isListTimeUp: () => false,
			leftMs: () => Number.POSITIVE_INFINITY,
			log: () => {},
		};
		const polled = memory.poll('Node', this.data, '', async (state) => {
			return await track(state, settings, tools);
		});
		return await polled.catch(() => []);
	}

	private newMemory(): PollMemory<Run | RunSummary> {
		return new PollMemory(() => this.service.time);
	}
}

/** A run that goes on until the poll of that minute. */
const runUntil = (minute: number, status: string, id: string, created: number): FakeRun => ({
	...runAt(created, 'processing', id),
	statuses: [
		{ since: -Infinity, status: 'processing' },
		{ since: NOON + minute * MINUTE_MS, status },
	],
});

/** When two runs end that have been open for long, of which one is not wanted. */
const LONG_OPEN_END = 2;

/** Ten runs by which the service tells the time, and more than two pages that have been open for long. */
const PAST: FakeRun[] = [
	...upTo(12).map((index) => runAt((index - 40) * MINUTE_MS, 'pending', `stuck ${index}`)),
	runUntil(LONG_OPEN_END, 'completed', 'long open', -10 * MINUTE_MS),
	runUntil(LONG_OPEN_END, 'failed', 'long failing', -9 * MINUTE_MS),
	...upTo(10).map((index) => runAt(index - 10, 'completed', `past ${index}`)),
];

const runOf = ({ created, shown, finished }: SmallRun, index: number): FakeRun => ({
	...runUntil(finished, 'completed', `run ${index}`, (created - 1) * MINUTE_MS + 30_000 + index),
	visibleAt: NOON + shown * MINUTE_MS,
});
