import { ALWAYS, lastPageOf, type List, type Listing } from '../runs/listing';
import { PRECISION_MS } from '../runs/serviceTime';
import { ServiceError } from '../service/errors';
import { OPEN_STATUSES } from '../service/types';
import { boundsOf, type ComparedRuns, Comparison } from '../runs/comparison/comparison';
import { wholeSecond } from '../runs/comparison/partition';
import type { Ledger } from './ledger/ledger';
import { LOOKBACK_MS } from './ledger/lookback';
import { CLOCK_SAMPLES } from './memory/serviceClock';

/** The most older runs that are read when a ledger begins, to remember them. */
const MAX_PAST_RUNS = 500;

/**
 * Begins a ledger. Open runs are tracked. Runs that have already finished are not emitted, except
 * those that were tracked before. The progress is kept after each response, so that the next poll
 * continues if the time is up. Older open runs are left to the baseline.
 */
export class Bootstrap {
	/** The first page of the runs since the cursor; their last page is still to be read. */
	private first: Listing | null = null;

	/** Whether the cursor is just before the five newest runs. */
	private isStartFound = false;

	/** Whether one page showed all runs. */
	private isAllListed = false;

	/** Reads the runs since the cursor; null until the cursor is known. */
	private comparison: Comparison | null = null;

	/** @param localMs when it began, in ms of the local clock */
	constructor(
		readonly ledger: Ledger,
		readonly localMs: number,
	) {}

	/**
	 * @param compared all runs
	 * @param visible returns the creation time, in ms since 1970, up to which all runs are listed by
	 * now
	 * @throws ServiceError, CancelledError; runs listed before are not listed again
	 */
	async resume(compared: ComparedRuns, visible: () => number): Promise<void> {
		const list = compared.list();
		while (!this.isStartFound) await this.findStart(list);
		for (
			this.comparison ??= await this.createComparison(list, visible());
			!this.comparison.isOver;

		) {
			await this.comparison.step(compared);
		}
	}

	/**
	 * Reads the runs from the fifth newest on, until they fit on a page: five runs tell the time.
	 */
	private async findStart(list: List): Promise<void> {
		const { first, ledger } = this;
		const listing = await list(boundsOf(this.span), first ? lastPageOf(first) : 1);
		if (!first) {
			this.isStartFound = listing.whole;
			this.isAllListed = listing.whole && ledger.cursor === ALWAYS.from;
			if (!listing.whole) checkDated(ledger);
			this.first = listing;
			return;
		}
		const from = wholeSecond(fifthNewest([first, listing]) - PRECISION_MS);
		this.isStartFound = from <= ledger.cursor;
		if (!this.isStartFound) ledger.cursor = from;
		this.first = null;
	}

	/** Also reads some of the older runs, if there are few. */
	private async createComparison(list: List, visible: number): Promise<Comparison> {
		const { ledger } = this;
		const past = { from: wholeSecond(visible - LOOKBACK_MS), to: wholeSecond(visible) };
		const isTold = Number.isFinite(visible) && ledger.style.zoned !== null;
		if (this.isAllListed) {
			if (isTold) ledger.advanceCursor(past.from);
			return new Comparison([]);
		}
		if (isTold) {
			const { whole, total } = await list(boundsOf(past));
			ledger.cursor = whole || total <= MAX_PAST_RUNS ? past.from : past.to;
			const to = ledger.cursor + 1_000;
			ledger.baseline = { statuses: [...OPEN_STATUSES], from: null, to, finished: null };
		}
		return new Comparison([{ span: this.span, statuses: [undefined], trustsTotals: false }]);
	}

	private get span() {
		return { from: this.ledger.cursor, to: ALWAYS.to };
	}
}

function fifthNewest(listings: Listing[]): number {
	const dated = listings.flatMap(({ runs }) => runs).filter((run) => run.dated);
	const times = new Map(dated.map(({ id, created }) => [id, created]));
	const newestFirst = [...times.values()].sort((a, b) => b - a);
	return newestFirst[CLOCK_SAMPLES - 1] ?? Number.NEGATIVE_INFINITY;
}

/**
 * Checks that runs have creation times, without which new runs cannot be told from old ones.
 * @throws ServiceError
 */
function checkDated({ style }: Ledger): void {
	if (style.zoned !== null) return;
	throw new ServiceError('The service returns no creation times', {
		description:
			'The trigger needs them to recognize new runs. Use Schedule Trigger and Get Many instead',
		outcome: 'rejected',
		transient: false,
	});
}
