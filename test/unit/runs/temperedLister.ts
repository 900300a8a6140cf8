import type { RunQuery } from '../../../nodes/DocScore/service/types';
import type { FakeRun } from './fakeRuns';
import { BEHIND_MS, FakeService } from './fakeService';
import { Random } from './random';
import type { Spread, Temper } from './temper';

export const START_MS = Date.UTC(2026, 2, 1, 12, 0, 0, 437);

/** A service with any temper. Runs may be created and change with each request. */
export class TemperedLister extends FakeService {
	override onRequest = () => this.pass();

	private readonly startedAt: number;

	private readonly arrivals: number;

	private readonly changes: number;

	private readonly isDated: boolean;

	/** @param temper the points that differ from plain, and the probabilities of changes */
	constructor(
		{ undated = 'none', arrivals = 0, changes = 0, ...dialect }: Partial<Temper>,
		spread: Spread,
		seed = 1,
		statuses = ['completed', 'processing'],
	) {
		super([], { order: 'newest', ...dialect }, new Random(seed));
		this.arrivals = arrivals;
		this.changes = changes;
		this.isDated = undated !== 'all';
		let at = START_MS;
		for (const { count, spacingMs, gapMs } of spread) {
			for (let index = 0; index < count; index++) {
				this.add(at, statuses[this.random.between(0, statuses.length - 1)] ?? 'completed');
				at += spacingMs;
			}
			at += gapMs;
		}
		this.summer.from = START_MS + (at - START_MS) * 0.3;
		this.summer.to = START_MS + (at - START_MS) * 0.7;
		this.time = (this.runs.at(-1)?.created ?? at) + 2 * BEHIND_MS;
		this.startedAt = this.time;
		const odd = this.anyRun();
		if (odd && undated.startsWith('one')) {
			odd.isDated = false;
			odd.isComparable = undated === 'one';
		}
		const unseen = this.anyRun();
		if (unseen && dialect.total === 'hidden') unseen.inLists = 'counted';
	}

	/** Whether a counted run is never shown. */
	get hides(): boolean {
		return this.runs.some(({ inLists }) => inLists === 'counted');
	}

	/** The runs that match from start to end, and those that may match at some time. */
	expected({ filters = {} }: Pick<RunQuery, 'filters'>): { always: string[]; ever: Set<string> } {
		const { status, ...times } = filters;
		const inTime = this.matching({ filters: times });
		// A run without a time is only visible in totals, and changes blur these.
		const blurred = this.arrivals === 1 || (status !== undefined && this.changes > 0);
		const always = inTime.filter((run) => {
			if (run.inLists === 'counted' || (run.isComparable === false && blurred)) return false;
			const moments = [this.startedAt, ...run.statuses.map(({ since }) => since)];
			const there = moments.filter((at) => at >= this.startedAt);
			const shows = there.every((at) => !status || this.statusOf(run, at) === status);
			return shows && run.created < this.startedAt;
		});
		const ever = inTime.filter((run) =>
			run.statuses.some((each) => !status || each.status === status),
		);
		return { always: always.map(({ id }) => id), ever: new Set(ever.map(({ id }) => id)) };
	}

	private anyRun(): FakeRun | undefined {
		return this.runs[this.random.between(0, this.runs.length - 1)];
	}

	private pass(): void {
		this.time += this.random.between(20, 150);
		if (this.random.chance(this.arrivals)) this.add(this.time, 'processing');
		if (!this.random.chance(this.changes)) return;
		const run = this.anyRun();
		if (!run) return;
		const status = this.statusOf(run) === 'completed' ? 'processing' : 'completed';
		run.statuses.push({ since: this.time, status });
	}

	private add(created: number, status: string): void {
		this.runs.push({
			id: `${this.random.between(0, 0xffffff).toString(16)}-${this.runs.length}`,
			created,
			visibleAt: created,
			statuses: [{ since: created, status }],
			isDated: this.isDated,
		});
	}
}
