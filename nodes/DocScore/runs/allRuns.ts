import { ServiceError } from '../service/errors';
import { MAX_PAGE_SIZE, type RunPage, type RunQuery, type RunSummary } from '../service/types';
import type { RunLister } from './openLists';
import { readServiceTime, writeServiceTime } from './time';

/** What to look for: the filters of a query, without its paging. */
export type RunSearch = Pick<RunQuery, 'filters' | 'metadata_filters'>;

/** A span of creation times, in ms, both ends included. */
interface Span {
	from: number;
	to: number;
}

/** Slices are made for a page to be two thirds full, since runs are never spread evenly. */
const RUNS_PER_SLICE = MAX_PAGE_SIZE / 1.5;

/** Covers times that the service truncates, and bounds that it takes as exclusive. */
const MAX_MARGIN_MS = 1_000;

const PASSES = 5;

/**
 * Every run that the search finds, newest first, each once.
 *
 * The order in which the service lists runs is not documented, and pages shift while runs arrive and
 * change status. So only answers that hold all runs they speak of are trusted: the span of creation
 * times is fixed from what is there at the start, and read in slices that fit on one page each.
 *
 * @throws ServiceError also where the service counts more runs than it lists
 */
export async function readAllRuns(lister: RunLister, search: RunSearch): Promise<RunSummary[]> {
	return await new AllRuns(lister, search).read();
}

class AllRuns {
	private readonly found = new Map<string, RunSummary>();

	private zoned = true;

	constructor(
		private readonly lister: RunLister,
		private readonly search: RunSearch,
	) {}

	async read(): Promise<RunSummary[]> {
		const first = await this.page(1);
		if (isWhole(first)) return first.runs;
		const total = totalOf(first);
		const last = await this.page(Math.ceil(total / MAX_PAGE_SIZE));
		const span = await this.wholeSpan([...first.runs, ...last.runs]);
		await this.readSlices(span, total);
		// With a filter for the status, runs leave and enter the search while it is read.
		if (!this.search.filters?.status) this.checkCount(total);
		return [...this.found.values()].sort((a, b) => timeOf(b) - timeOf(a));
	}

	/** From the oldest to the newest run, each looked for beyond the oldest and newest known so far. */
	private async wholeSpan(known: RunSummary[]): Promise<Span> {
		this.zoned = readServiceTime(known[0]?.createdTime ?? null)?.zoned ?? true;
		const times = known.map(timeOf);
		const from = await this.furthest(Math.min(...times), Math.min, (to) => ({ to }));
		const to = await this.furthest(Math.max(...times), Math.max, (from) => ({ from }));
		return { from: from - MAX_MARGIN_MS, to: to + MAX_MARGIN_MS };
	}

	private async furthest(
		known: number,
		pick: (...times: number[]) => number,
		beyond: (time: number) => Partial<Span>,
	): Promise<number> {
		const answer = await this.page(1, beyond(known), MAX_MARGIN_MS);
		const furthest = pick(known, ...answer.runs.map(timeOf));
		if (isWhole(answer) || furthest === known) return furthest;
		return await this.furthest(furthest, pick, beyond);
	}

	private async readSlices({ from, to }: Span, count: number): Promise<void> {
		const slices = Math.max(2, Math.ceil(count / RUNS_PER_SLICE));
		const width = (to - from) / slices;
		const starts = Array.from({ length: slices }, (_, slice) => from + slice * width);
		await Promise.all(
			starts.map(async (start) => await this.readSlice({ from: start, to: start + width })),
		);
	}

	private async readSlice(slice: Span): Promise<void> {
		const width = slice.to - slice.from;
		const margin = Math.min(MAX_MARGIN_MS, Math.max(1, width / 8));
		const answer = await this.page(1, slice, margin);
		if (isWhole(answer)) this.add(answer);
		else if (width > 2) await this.readSlices(slice, totalOf(answer));
		else await this.readInstant(slice, margin);
	}

	/** More runs than fit on a page were created at once: page through them until all were seen. */
	private async readInstant(slice: Span, margin: number): Promise<void> {
		const seen = new Set<string>();
		for (let pass = 1; pass <= PASSES; pass++) {
			for (let page = 1, pages = 1; page <= pages; page++) {
				const answer = await this.page(page, slice, margin);
				this.add(answer);
				for (const run of answer.runs) seen.add(run.id);
				const total = totalOf(answer);
				if (seen.size >= total) return;
				pages = Math.ceil(total / MAX_PAGE_SIZE);
			}
		}
	}

	private async page(page: number, span: Partial<Span> = {}, margin = 0): Promise<RunPage> {
		const { filters = {}, metadata_filters } = this.search;
		const startTime = this.later(filters.startTime, span.from, -margin);
		const endTime = this.earlier(filters.endTime, span.to, margin);
		return await this.lister.query({
			page,
			limit: MAX_PAGE_SIZE,
			filters: { ...filters, ...(startTime && { startTime }), ...(endTime && { endTime }) },
			...(metadata_filters && { metadata_filters }),
		});
	}

	private later(given: string | undefined, ms: number | undefined, margin: number) {
		if (ms === undefined) return given;
		const bound = Math.floor(ms + margin);
		return given && (readServiceTime(given)?.ms ?? 0) > bound ? given : this.write(bound);
	}

	private earlier(given: string | undefined, ms: number | undefined, margin: number) {
		if (ms === undefined) return given;
		const bound = Math.ceil(ms + margin);
		return given && (readServiceTime(given)?.ms ?? 0) < bound ? given : this.write(bound);
	}

	private write(ms: number): string {
		return writeServiceTime({ ms, zoned: this.zoned });
	}

	private add({ runs }: RunPage): void {
		for (const run of runs) this.found.set(run.id, run);
	}

	private checkCount(total: number): void {
		if (this.found.size >= total) return;
		const message = `The service counts ${total} runs, but lists only ${this.found.size} of them`;
		throw new ServiceError(message, {
			description: 'Nothing was output, because some runs would be missing. Try again.',
			outcome: 'rejected',
			transient: false,
		});
	}
}

const isWhole = (page: RunPage): boolean =>
	page.runs.length < MAX_PAGE_SIZE || page.runs.length >= totalOf(page);

function totalOf({ totalCount }: RunPage): number {
	if (totalCount !== null) return totalCount;
	throw new ServiceError('The service did not say how many runs there are', {
		description: 'Its answer has no totalCount. Turn Return All off and set a Limit instead.',
		outcome: 'rejected',
		transient: false,
	});
}

/** A run without a readable time cannot be found by time, but can be counted. */
const timeOf = (run: RunSummary): number => readServiceTime(run.createdTime)?.ms ?? 0;
