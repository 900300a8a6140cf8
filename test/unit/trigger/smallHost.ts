import type { IDataObject } from 'n8n-workflow';
import { CancelledError } from '../../../nodes/DocScore/service/errors';
import { type Found, TriggerProcess } from './driver';
import { type FakeRun, NOON, range, runAt } from '../runs/fakeRuns';
import { failure, FakeService } from '../runs/fakeService';

const MINUTE_MS = 60_000;

/** New runs may show up a minute late. */
const OVERLAP_MS = 1.5 * MINUTE_MS;

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
	 * - fail: the service rejects a request
	 */
	kind: 'restart' | 'discard' | 'overlap' | 'cut' | 'fail';
	/** Counted from 1. */
	request: number;
}

/** A service of a few runs, and n8n as it keeps the static data of a node: with what was emitted. */
export class SmallHost {
	readonly emitted: string[] = [];

	/** The first poll that succeeded. */
	begunIn = Infinity;

	private readonly service: FakeService;

	private memory = this.newMemory();

	/** Of another copy of the module, as an update of the package leaves one behind. */
	private otherMemory = this.newMemory();

	private data: IDataObject = {};

	private saved: IDataObject = {};

	constructor(world: SmallRun[]) {
		this.service = new FakeService([...PAST, ...world.map(runOf)]);
	}

	/** @returns how many requests it sent */
	async poll(poll: number, fault: Fault | null): Promise<number> {
		this.service.time = NOON + poll * MINUTE_MS;
		let requests = 0;
		this.service.onRequest = () => {
			requests++;
			if (fault?.kind === 'cut' && requests >= fault.request) throw new CancelledError('Time');
			if (fault?.kind === 'fail' && requests === fault.request)
				throw failure(500, { transient: true });
		};
		const before = { ...this.data };
		const used = fault?.kind === 'overlap' ? [this.memory, this.otherMemory] : [this.memory];
		const polled = await Promise.all(used.map(async (memory) => await this.track(memory)));
		if (polled.some((runs) => runs !== null)) this.begunIn = Math.min(this.begunIn, poll);
		if (fault?.kind === 'discard') {
			this.data = before;
			return requests;
		}
		const emitted = polled.flatMap((runs) => runs ?? []).map(({ id }) => id);
		this.emitted.push(...emitted);
		if (poll === this.begunIn || emitted.length > 0) this.saved = { ...this.data };
		if (fault?.kind !== 'restart') return requests;
		this.memory = this.newMemory();
		this.data = { ...this.saved };
		return requests;
	}

	/** One poll; null if it fails. */
	private async track(memory: TriggerProcess): Promise<Found[] | null> {
		const settings = {
			criteria: {},
			events: ['completed'],
			overlapMs: OVERLAP_MS,
			accountHash: 'a',
		};
		const polled = memory.poll({
			node: 'Node',
			data: this.data,
			settings,
			reader: this.service,
			isListTimeUp: () => false,
			leftMs: () => Number.POSITIVE_INFINITY,
			log: () => {},
		});
		return await polled.then(({ runs }) => runs).catch(() => null);
	}

	private newMemory(): TriggerProcess {
		return new TriggerProcess(() => this.service.time);
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
export const LONG_OPEN_END = 2;

/** Ten runs by which the service tells the time, and more than two pages that have been open for long. */
const PAST: FakeRun[] = [
	...range(12, 1).map((index) => runAt((index - 40) * MINUTE_MS, 'pending', `stuck ${index}`)),
	runUntil(LONG_OPEN_END, 'completed', 'long open', -10 * MINUTE_MS),
	runUntil(LONG_OPEN_END, 'failed', 'long failing', -9 * MINUTE_MS),
	...range(10, 1).map((index) => runAt(index - 10, 'completed', `past ${index}`)),
];

const runOf = ({ created, shown, finished }: SmallRun, index: number): FakeRun => ({
	...runUntil(finished, 'completed', `run ${index}`, (created - 1) * MINUTE_MS + 30_000 + index),
	visibleAt: NOON + shown * MINUTE_MS,
});
