import type { RunLister, RunReader } from '../../../nodes/DocScore/service/client';
import { ServiceError } from '../../../nodes/DocScore/service/errors';
import { readRun, readSummary } from '../../../nodes/DocScore/service/readRun';
import type { Run, RunPage, RunQuery } from '../../../nodes/DocScore/service/types';
import type { SeenRun } from '../../../nodes/DocScore/runs/listing';
import { Ledger } from '../../../nodes/DocScore/trigger/ledger';
import { Poll, type TrackSettings } from '../../../nodes/DocScore/trigger/poll';
import { PollMemory } from '../../../nodes/DocScore/trigger/pollMemory';

export const NOON = Date.UTC(2026, 0, 5, 12);

/** A run of the service, created so many ms after noon; null where no list shows when. */
export interface PlainRun {
	id: string;
	created: number | null;
	status: string;
	/** Whether the lists lack it. */
	isHidden?: boolean;
}

/** Runs whose times are in ms since noon, named by them. */
export const runsAt = (times: number[], status = 'processing', name = ''): PlainRun[] =>
	times.map((created) => ({ id: `${name}${created}`, created, status }));

export const range = (count: number, step: number, from = 0): number[] =>
	Array.from({ length: count }, (_, index) => from + index * step);

const MISSING = new ServiceError('No such run', {
	status: 404,
	isOwnBody: true,
	outcome: 'rejected',
	transient: false,
});

/** A service whose runs stay as they are; it lists the oldest first and takes bounds as exclusive. */
export class PlainService implements RunLister, RunReader {
	/** What was asked for, in words: a list by its status, its bounds in ms since noon, its page and name. */
	asked: string[] = [];

	/** What lists tell of how many runs there are. */
	counts: (there: number) => number | null = (there) => there;

	/** Called before each answer; an error is the answer. */
	onRequest: (asked: string) => void = () => {};

	constructor(public runs: PlainRun[]) {}

	/** Where it lists them by their times. */
	add(runs: PlainRun[]): void {
		this.runs = [...this.runs, ...runs].sort((a, b) => (a.created ?? 0) - (b.created ?? 0));
	}

	async query({ filters = {}, page, limit }: RunQuery): Promise<RunPage> {
		const [from, to] = [sinceNoon(filters.startTime), sinceNoon(filters.endTime)];
		const { status: asked = 'all', filename } = filters;
		const pageText = page > 1 ? ` page ${page}` : '';
		const nameText = filename === undefined ? '' : ` named ${filename}`;
		await this.answer(`${asked} ${from ?? ''}..${to ?? ''}${pageText}${nameText}`);
		const matching = this.runs.filter(({ id, created, status, isHidden }) => {
			if (isHidden || !id.includes(filename ?? '')) return false;
			const isWithin = (created ?? 0) > (from ?? -Infinity) && (created ?? 0) < (to ?? Infinity);
			return isWithin && (filters.status ?? status) === status;
		});
		const shown = matching.slice((page - 1) * limit, page * limit);
		const runs = shown.flatMap((run) => readSummary(docOf(run)) ?? []);
		return { runs, totalCount: this.counts(matching.length) };
	}

	async details(id: string): Promise<Run> {
		await this.answer(`details of ${id}`);
		const run = this.runs.find((each) => each.id === id);
		const details = run && readRun({ doc: docOf(run) });
		if (!details) throw MISSING;
		return details;
	}

	private async answer(asked: string): Promise<void> {
		this.asked.push(asked);
		await Promise.resolve();
		this.onRequest(asked);
	}
}

function docOf({ id, created, status }: PlainRun) {
	const created_time = created === null ? null : new Date(NOON + created).toISOString();
	return { id, status, created_time };
}

const sinceNoon = (text: string | undefined): number | undefined =>
	text === undefined ? undefined : Date.parse(text) - NOON;

/** A ledger that waits for runs, given by their times in ms since noon. */
export function ledgerOf(open: number[], done: number[] = []): Ledger {
	const ledger = new Ledger('{}', 'a', ['completed', 'failed']);
	ledger.style.zoned = true;
	for (const created of [...open, ...done]) ledger.observe(seen(`${created}`, created));
	for (const created of done) ledger.finish(`${created}`);
	return ledger;
}

export const seen = (id: string, created: number, status = 'processing'): SeenRun => ({
	id,
	status,
	created: NOON + created,
});

/** One poll of such a service, whose times stand still unless a test moves them. */
export function pollOf(
	service: PlainService,
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
	const poll = new Poll(ledger, { ...asked, ...settings }, tools);
	/** Tells the service's clock that it is so many ms after noon at least. */
	const setClock = (ms: number) => tools.clock.seed(NOON + ms);
	return { poll, tools, now, logs, setClock };
}
