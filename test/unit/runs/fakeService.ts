import type { RunLister, RunReader } from '../../../nodes/DocScore/service/client';
import { ServiceError } from '../../../nodes/DocScore/service/errors';
import { readRun, readSummary } from '../../../nodes/DocScore/service/readRun';
import type { Run, RunPage, RunQuery } from '../../../nodes/DocScore/service/types';
import { type FakeRun, NOON } from './fakeRuns';
import { Random } from './random';

const HOUR_MS = 3_600_000;

/** How old the total is in the dialect `behind`. */
export const BEHIND_MS = 3_000;

/** A dialect of lists: how a service behaves in the points that docs/service.md leaves open. */
export interface ListDialect {
	/** `random` changes with each request. */
	order: 'newest' | 'oldest' | 'id' | 'status' | 'random';
	/** Whether a run created exactly at a bound is listed. */
	inclusive: boolean;
	/** The precision at which creation times and bounds are compared, in ms. */
	sharpMs: number;
	/** The precision of `created_time`. */
	shown: 'microseconds' | 'milliseconds' | 'seconds';
	/** `none` and `local` name no zone; `local` has daylight saving time. */
	zone: 'utc' | 'offset' | 'none' | 'local';
	/** `hidden` also counts a run that no page shows; `timeless` ignores the bounds. */
	total: 'exact' | 'missing' | 'behind' | 'hidden' | 'timeless';
	/** What pages after the last one show. */
	pastEnd: 'nothing' | 'last page';
	firstPage: 'shown' | 'empty';
	/** Maximum number of runs on a page. */
	pageSize: number;
}

/** The dialect with nothing unusual. */
const PLAIN: ListDialect = {
	order: 'oldest',
	inclusive: false,
	sharpMs: 1,
	shown: 'milliseconds',
	zone: 'utc',
	total: 'exact',
	pastEnd: 'nothing',
	firstPage: 'shown',
	pageSize: 100,
};

/** An unsuccessful response of the service. */
export const failure = (status?: number, more = {}): ServiceError =>
	new ServiceError(`Status ${status}`, { status, outcome: 'rejected', transient: false, ...more });

/** A simulated service in memory, with any dialect of lists. Tests control its time. */
export class FakeService<Of extends FakeRun = FakeRun> implements RunLister, RunReader {
	time = NOON;

	requests = 0;

	/** The requests in words. A list is described by its status, bounds in ms since noon, page and name. */
	asked: string[] = [];

	/** Number of received times that are not in the service's own form. */
	misread = 0;

	/** When the local time is daylight saving time. */
	summer = { from: Infinity, to: Infinity };

	/** Called before each response. If it throws, the error is the response. */
	onRequest: (asked: string) => void = () => {};

	/** The total that lists show for this many runs. */
	counts: (there: number) => number | null = (there) => there;

	readonly dialect: ListDialect;

	constructor(
		public runs: Of[],
		dialect: Partial<ListDialect> = {},
		protected readonly random = new Random(1),
	) {
		this.dialect = { ...PLAIN, ...dialect };
	}

	async query(query: RunQuery): Promise<RunPage> {
		await this.ask(query);
		const matching = this.matching(query);
		const listed = matching.filter(({ inLists }) => inLists !== 'counted');
		const runs = this.page(this.inOrder(listed), query).flatMap(
			(run) => readSummary(this.doc(run)) ?? [],
		);
		const page = { runs, totalCount: this.count(query, matching.length) };
		this.onAnswer();
		return page;
	}

	async details(id: string): Promise<Run> {
		await this.ask(id);
		const run = this.runs.find((each) => each.id === id);
		const details =
			run && this.isThere(run, this.time) ? readRun({ doc: this.detailsOf(run) }) : null;
		if (!details) throw failure(404, { isOwnBody: true });
		this.onAnswer();
		return details;
	}

	/** Answers the first request that matches with this error. */
	failOnce(which: (asked: string) => boolean, error: Error): void {
		let isOver = false;
		this.onRequest = (asked) => {
			if (isOver || !which(asked)) return;
			isOver = true;
			throw error;
		};
	}

	statusOf({ statuses }: Of, at = this.time): string {
		return statuses.findLast(({ since }) => since <= at)?.status ?? 'pending';
	}

	/** @param what a list, or the ID of a run whose details are requested */
	protected async ask(what: RunQuery | string): Promise<void> {
		const asked = typeof what === 'string' ? `details of ${what}` : inWords(what);
		this.requests++;
		this.asked.push(asked);
		await Promise.resolve();
		this.onRequest(asked);
	}

	/** Called when a response is created. */
	protected onAnswer(): void {}

	/** What the details of the run show. */
	protected detailsOf(run: Of) {
		return this.doc(run);
	}

	protected shownStatus(run: Of): string {
		return this.statusOf(run);
	}

	/** The runs that match the filters, on any page. */
	protected matching({ filters = {} }: Pick<RunQuery, 'filters'>, at = this.time): Of[] {
		const { startTime, endTime, status, filename } = filters;
		const { sharpMs, inclusive } = this.dialect;
		const cut = (text: string) => Math.floor(this.parse(text) / sharpMs) * sharpMs;
		const from = startTime === undefined ? -Infinity : cut(startTime) + (inclusive ? 0 : sharpMs);
		const before = endTime === undefined ? Infinity : cut(endTime) + (inclusive ? sharpMs : 0);
		const isBounded = startTime !== undefined || endTime !== undefined;
		return this.runs.filter((run) => {
			if (run.created < from || run.created >= before) return false;
			if (isBounded && run.isComparable === false) return false;
			return (
				run.inLists !== 'absent' &&
				this.isThere(run, at) &&
				(status === undefined || this.statusOf(run, at) === status) &&
				(filename === undefined || (run.name ?? '').includes(filename))
			);
		});
	}

	protected isThere({ visibleAt, deletedAt }: Of, at: number): boolean {
		return (visibleAt ?? at) <= at && (deletedAt === undefined || at < deletedAt);
	}

	private count(query: RunQuery, matching: number): number | null {
		switch (this.dialect.total) {
			case 'exact':
			case 'hidden':
				return this.counts(matching);
			case 'missing':
				return null;
			case 'behind':
				return this.matching(query, this.time - BEHIND_MS).length;
			case 'timeless':
				return this.matching({ filters: { status: query.filters?.status } }).length;
		}
	}

	private page(runs: Of[], query: RunQuery): Of[] {
		const { pastEnd, firstPage, pageSize } = this.dialect;
		const limit = Math.min(query.limit, pageSize);
		const last = Math.max(1, Math.ceil(runs.length / limit));
		const page = pastEnd === 'last page' ? Math.min(query.page, last) : query.page;
		if (page === 1 && firstPage === 'empty') return [];
		return runs.slice((page - 1) * limit, page * limit);
	}

	private inOrder(runs: Of[]): Of[] {
		switch (this.dialect.order) {
			case 'newest':
				return runs.sort((a, b) => b.created - a.created);
			case 'oldest':
				return runs.sort((a, b) => a.created - b.created);
			case 'id':
				return runs.sort((a, b) => (a.id < b.id ? -1 : 1));
			case 'status':
				return runs.sort((a, b) => (this.statusOf(a) < this.statusOf(b) ? -1 : 1));
			case 'random':
				return this.random.shuffled(runs);
		}
	}

	private doc(run: Of) {
		const { id, created, isDated = true } = run;
		const status = this.shownStatus(run);
		return { id, status, ...(isDated && { created_time: this.write(created) }) };
	}

	private write(ms: number): string {
		const iso = new Date(ms + this.offset(ms)).toISOString().slice(0, -1);
		const { shown, zone } = this.dialect;
		const cut = {
			microseconds: `${iso}123`,
			milliseconds: iso,
			seconds: iso.replace(/\.\d+/, ''),
		}[shown];
		return cut + { utc: 'Z', offset: '+02:00', none: '', local: '' }[zone];
	}

	/** If an hour occurs twice, it means the first one. */
	private parse(text: string): number {
		const isZoned = /(?:Z|[+-]\d\d:\d\d)$/.test(text);
		if (isZoned !== ['utc', 'offset'].includes(this.dialect.zone)) this.misread++;
		if (isZoned) return Date.parse(text);
		const local = Date.parse(`${text}Z`);
		const summer = local + 4 * HOUR_MS;
		if (this.dialect.zone !== 'local') return local;
		return this.offset(summer) === -4 * HOUR_MS ? summer : local + 5 * HOUR_MS;
	}

	private offset(ms: number): number {
		if (this.dialect.zone === 'offset') return 2 * HOUR_MS;
		if (this.dialect.zone !== 'local') return 0;
		return ms >= this.summer.from && ms < this.summer.to ? -4 * HOUR_MS : -5 * HOUR_MS;
	}
}

function inWords({ filters = {}, page }: RunQuery): string {
	const { startTime, endTime, status = 'all', filename } = filters;
	const pageText = page > 1 ? ` page ${page}` : '';
	const nameText = filename === undefined ? '' : ` named ${filename}`;
	return `${status} ${sinceNoon(startTime)}..${sinceNoon(endTime)}${pageText}${nameText}`;
}

const sinceNoon = (text: string | undefined): string =>
	text === undefined ? '' : `${Date.parse(text) - NOON}`;
