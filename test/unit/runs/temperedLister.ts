import type { RunLister } from '../../../nodes/DocScore/service/client';
import { readSummary } from '../../../nodes/DocScore/service/readRun';
import type { RunPage, RunQuery, RunSummary } from '../../../nodes/DocScore/service/types';
import { Random } from '../trigger/random';
import type { Spread, Temper } from './temper';

export const START_MS = Date.UTC(2026, 2, 1, 12, 0, 0, 437);

/** How far a count lags that is behind. */
const BEHIND_MS = 3_000;

const HOUR_MS = 3_600_000;

interface Run {
	id: string;
	created: number;
	/** From when on it has which status, oldest first. */
	statuses: Array<{ since: number; status: string }>;
	dated: boolean;
	/** Whether it passes filters for the time as others do. */
	comparable: boolean;
	hidden: boolean;
}

/** A service's lists in memory, of any temper, which may change with each request. */
export class TemperedLister implements RunLister {
	requests = 0;

	readonly runs: Run[] = [];

	private readonly random: Random;

	private now: number;

	private readonly startedAt: number;

	private readonly summerFrom: number;

	private readonly summerTo: number;

	constructor(
		private readonly temper: Temper,
		spread: Spread,
		seed = 1,
		statuses = ['completed', 'processing'],
	) {
		this.random = new Random(seed);
		let at = START_MS;
		for (const { count, spacingMs, gapMs } of spread) {
			for (let index = 0; index < count; index++) {
				this.add(at, statuses[this.random.between(0, statuses.length - 1)] ?? 'completed');
				at += spacingMs;
			}
			at += gapMs;
		}
		this.summerFrom = START_MS + (at - START_MS) * 0.3;
		this.summerTo = START_MS + (at - START_MS) * 0.7;
		this.now = (this.runs.at(-1)?.created ?? at) + 2 * BEHIND_MS;
		this.startedAt = this.now;
		const { undated, total } = temper;
		const odd = this.runs[this.random.between(0, this.runs.length - 1)];
		if (undated === 'all') for (const run of this.runs) run.dated = false;
		else if (odd && undated !== 'none') {
			odd.dated = false;
			odd.comparable = undated === 'one';
		}
		const unseen = this.runs[this.random.between(0, this.runs.length - 1)];
		if (unseen && total === 'hidden') unseen.hidden = true;
	}

	/** Whether some of what is counted is never shown. */
	get hides(): boolean {
		return this.runs.some(({ hidden }) => hidden);
	}

	async query(query: RunQuery): Promise<RunPage> {
		this.requests++;
		await Promise.resolve();
		this.pass();
		const found = this.inOrder(this.matching(query, this.now).filter(({ hidden }) => !hidden));
		return { runs: this.page(found, query), totalCount: this.count(query) };
	}

	/** What the search finds from the start to the end, and what it may have found at some time. */
	expected({ filters = {} }: Pick<RunQuery, 'filters'>): { always: string[]; ever: Set<string> } {
		const { status, ...times } = filters;
		const inTime = this.matching({ filters: times }, this.now);
		const shows = (run: Run, at: number) => !status || statusAt(run, at) === status;
		// Counts are all that tells of such a run, and changes upset them.
		const { arrivals, changes } = this.temper;
		const blurred = arrivals === 1 || (status !== undefined && changes > 0);
		const always = inTime.filter((run) => {
			if (!run.comparable && blurred) return false;
			const moments = [this.startedAt, ...run.statuses.map(({ since }) => since)];
			const there = moments.filter((at) => at >= this.startedAt);
			return !run.hidden && run.created < this.startedAt && there.every((at) => shows(run, at));
		});
		const ever = inTime.filter((run) =>
			run.statuses.some((each) => !status || each.status === status),
		);
		return { always: always.map(({ id }) => id), ever: new Set(ever.map(({ id }) => id)) };
	}

	private pass(): void {
		this.now += this.random.between(20, 150);
		if (this.random.chance(this.temper.arrivals)) this.add(this.now, 'processing');
		if (!this.random.chance(this.temper.changes)) return;
		const run = this.runs[this.random.between(0, this.runs.length - 1)];
		if (!run) return;
		const status = statusAt(run, this.now) === 'completed' ? 'processing' : 'completed';
		run.statuses.push({ since: this.now, status });
	}

	private add(created: number, status: string): void {
		const id = `${this.random.between(0, 0xffffff).toString(16)}-${this.runs.length}`;
		const dated = this.temper.undated !== 'all';
		const statuses = [{ since: created, status }];
		this.runs.push({ id, created, statuses, dated, comparable: true, hidden: false });
	}

	private matching({ filters = {} }: Pick<RunQuery, 'filters'>, now: number): Run[] {
		const { startTime, endTime, status } = filters;
		const unit = (ms: number) => Math.floor(ms / this.temper.sharpMs);
		const edge = this.temper.inclusive ? 0 : 1;
		const from = startTime === undefined ? -Infinity : unit(this.parse(startTime)) + edge;
		const to = endTime === undefined ? Infinity : unit(this.parse(endTime)) - edge;
		const bounded = startTime !== undefined || endTime !== undefined;
		return this.runs.filter((run) => {
			const at = unit(run.created);
			if (bounded && (!run.comparable || at < from || at > to)) return false;
			return run.created <= now && (status === undefined || statusAt(run, now) === status);
		});
	}

	private count(query: RunQuery): number | null {
		switch (this.temper.total) {
			case 'missing':
				return null;
			case 'behind':
				return this.matching(query, this.now - BEHIND_MS).length;
			case 'timeless':
				return this.matching({ filters: { status: query.filters?.status } }, this.now).length;
			default:
				return this.matching(query, this.now).length;
		}
	}

	private page(found: Run[], { page, limit }: RunQuery): RunSummary[] {
		const { pastEnd, firstPage } = this.temper;
		const last = Math.max(1, Math.ceil(found.length / limit));
		const shown = pastEnd === 'last page' ? Math.min(page, last) : page;
		if (shown === 1 && firstPage === 'empty') return [];
		return found.slice((shown - 1) * limit, shown * limit).map((run) => this.summary(run));
	}

	private inOrder(runs: Run[]): Run[] {
		switch (this.temper.order) {
			case 'newest':
				return runs.reverse();
			case 'oldest':
				return runs;
			case 'id':
				return runs.sort((a, b) => (a.id < b.id ? -1 : 1));
			case 'status':
				return runs.sort((a, b) => (statusAt(a, this.now) < statusAt(b, this.now) ? -1 : 1));
			case 'random':
				return this.random.shuffled(runs);
		}
	}

	private summary(run: Run): RunSummary {
		const doc = { id: run.id, status: statusAt(run, this.now) };
		const summary = readSummary(
			run.dated ? { ...doc, created_time: this.write(run.created) } : doc,
		);
		if (!summary) throw new Error('A run has no id');
		return summary;
	}

	private offset(ms: number): number {
		const { zone } = this.temper;
		if (zone === 'offset') return 2 * HOUR_MS;
		if (zone !== 'local') return 0;
		return ms >= this.summerFrom && ms < this.summerTo ? -4 * HOUR_MS : -5 * HOUR_MS;
	}

	private write(ms: number): string {
		const iso = new Date(ms + this.offset(ms)).toISOString().slice(0, -1);
		const cut = this.temper.shown === 'seconds' ? iso.replace(/\.\d+/, '') : iso;
		const suffix = { utc: 'Z', offset: '+02:00', none: '', local: '' }[this.temper.zone];
		return cut + suffix;
	}

	/** An hour that comes twice is taken for the first one. */
	private parse(text: string): number {
		if (/(?:Z|[+-]\d\d:\d\d)$/.test(text)) return Date.parse(text);
		const local = Date.parse(`${text}Z`);
		const summer = local + 4 * HOUR_MS;
		if (this.temper.zone !== 'local') return local;
		return this.offset(summer) === -4 * HOUR_MS ? summer : local + 5 * HOUR_MS;
	}
}

const statusAt = ({ statuses }: Run, at: number): string =>
	statuses.findLast(({ since }) => since <= at)?.status ?? 'none';
