import { ALWAYS, type List, type Listing } from '../runs/listing';
import { SHARPNESS_MS } from '../runs/serviceTime';
import { ServiceError } from '../service/errors';
import { MAX_PAGE_SIZE, OPEN_STATUSES } from '../service/types';
import { boundsOf, type ComparedRuns, Comparison } from './comparison';
import { wholeSecond } from './partition';
import type { Ledger } from './ledger';
import { LOOKBACK_MS } from './lookback';
import { CLOCK_SAMPLES } from './serviceClock';

/** Up to so many runs of the past are read when a ledger begins, to remember them. */
const MAX_PAST_RUNS = 500;

/**
 * How a ledger begins: open runs are tracked, and runs that have finished already are not
 * emitted, save those that were tracked before. How far it came is kept after each answer, so that it
 * goes on in the next poll where the time was up. Older open runs are left to the baseline.
 */
export class Bootstrap {
	/** The first page of the runs since the cursor, of which the last page is still to be asked for. */
	private first: Listing | null = null;

	/** Whether the cursor stands a little before the five newest runs. */
	private isStartFound = false;

	/** Whether one page showed all runs that there are. */
	private isAllListed = false;

	/** Reads from the cursor on; null while it is not known where that is to be. */
	private comparison: Comparison | null = null;

	/** @param localMs when it began, by the local clock */
	constructor(
		readonly ledger: Ledger,
		readonly localMs: number,
	) {}

	/**
	 * @param what all runs
	 * @param visible tells up to when all runs show by now, in ms since 1970
	 * @throws ServiceError, StoppedError; what was listed by then is not listed again
	 */
	async resume(what: ComparedRuns, visible: () => number): Promise<void> {
		const list = what.list();
		while (!this.isStartFound) await this.findStart(list);
		for (
			this.comparison ??= await this.createComparison(list, visible());
			!this.comparison.isOver;

		) {
			await this.comparison.step(what);
		}
	}

	/** Asks for runs from the fifth newest of those on, until they fit on a page: five tell the time. */
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
		const from = wholeSecond(fifthNewest([first, listing]) - SHARPNESS_MS);
		this.isStartFound = from <= ledger.cursor;
		if (!this.isStartFound) ledger.cursor = from;
		this.first = null;
	}

	/** Reads a little of the past too, where it is not much. */
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

const lastPageOf = ({ total }: Listing): number =>
	Number.isFinite(total) ? Math.ceil(total / MAX_PAGE_SIZE) : 2;

function fifthNewest(listings: Listing[]): number {
	const dated = listings.flatMap(({ runs }) => runs).filter((run) => run.dated);
	const times = new Map(dated.map(({ id, created }) => [id, created]));
	const newestFirst = [...times.values()].sort((a, b) => b - a);
	return newestFirst[CLOCK_SAMPLES - 1] ?? Number.NEGATIVE_INFINITY;
}

/** Without times of creation, new runs cannot be told from old ones. @throws ServiceError */
function checkDated({ style }: Ledger): void {
	if (style.zoned !== null) return;
	throw new ServiceError('The service returns no creation times', {
		description:
			'The trigger needs them to recognize new runs. Use Schedule Trigger and Get Many instead',
		outcome: 'rejected',
		transient: false,
	});
}
