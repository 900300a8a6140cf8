import type { RunLister, RunReader } from '../../../nodes/DocScore/service/client';
import { ServiceError } from '../../../nodes/DocScore/service/errors';
import { readRun, readSummary } from '../../../nodes/DocScore/service/readRun';
import type { Run, RunPage, RunQuery } from '../../../nodes/DocScore/service/types';
import { type FakeRun, NOON } from './fakeRuns';
import { Random } from './random';

const HOUR_MS = 3_600_000;

/** How far a count lags that is behind. */
export const BEHIND_MS = 3_000;

/** Whatever docs/service.md leaves open about lists, decided in one way. */
export interface ListDialect {
	/** `random` differs from request to request. */
	order: 'newest' | 'oldest' | 'id' | 'status' | 'random';
	/** Whether what was created at exactly a bound is listed. */
	inclusive: boolean;
	/** How sharply creation and bounds are compared, in ms. */
	sharpMs: number;
	/** How `created_time` is cut. */
	shown: 'microseconds' | 'milliseconds' | 'seconds';
	/** `local` names no zone either, and has summer time. */
	zone: 'utc' | 'offset' | 'none' | 'local';
	/** `hidden` counts a run that no page shows, `timeless` also what the bounds leave out. */
	total: 'exact' | 'missing' | 'behind' | 'hidden' | 'timeless';
	/** What pages past the end show. */
	pastEnd: 'nothing' | 'last page';
	firstPage: 'shown' | 'empty';
	/** Most runs on a page. */
	pageSize: number;
}

/** As little out of the ordinary as can be. */
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

/** An answer of the service that is no success. */
export const failure = (status?: number, more = {}): ServiceError =>
	new ServiceError(`Status ${status}`, { status, outcome: 'rejected', transient: false, ...more });

/** The service in memory: its lists are of any dialect, and its time goes on as a test wants it to. */
export class FakeService<Of extends FakeRun = FakeRun> implements RunLister, RunReader {
	time = NOON;

	requests = 0;

	/** What was asked for, in words: a list by its status, its bounds in ms since noon, its page and name. */
	asked: string[] = [];

	/** Times that were sent in another form than the service's own. */
	misread = 0;

	/** Where the local time is summer time. */
	summer = { from: Infinity, to: Infinity };

	/** Called before each answer; an error is the answer. */
	onRequest: (asked: string) => void = () => {};

	/** What lists tell of how many runs there are. */
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

	/** The first request for which it holds gets this answer. */
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

	/** @param what a list, or the ID whose details are asked for */
	protected async ask(what: RunQuery | string): Promise<void> {
		const asked = typeof what === 'string' ? `details of ${what}` : inWords(what);
		this.requests++;
		this.asked.push(asked);
		await Promise.resolve();
		this.onRequest(asked);
	}

	/** Called when an answer is made. */
	protected onAnswer(): void {}

	/** What its details show. */
	protected detailsOf(run: Of) {
		return this.doc(run);
	}

	protected shownStatus(run: Of): string {
		return this.statusOf(run);
	}

	/** What is found, of any place in the list. */
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

	/** An hour that comes twice is taken for the first one. */
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
