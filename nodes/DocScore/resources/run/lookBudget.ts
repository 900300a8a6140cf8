/** Requests a second that all looks may take on average. */
const MOST_PER_SECOND = 2;

/** What was not used within so many ms is lost. */
const KEPT_MS = 10_000;

/** The requests that looks may take which find nothing new. */
export class LookBudget {
	/** Until when what was spent is paid for, in ms since 1970. */
	private paidUntil = 0;

	/** @param pace tells how many requests a second are no burden */
	constructor(private readonly pace: { sparePerSecond: number }) {}

	/** From now on; what was not spent while nobody waited is lost. */
	begin(): void {
		this.paidUntil = Math.max(this.paidUntil, Date.now());
	}

	/** When another look may be begun, in ms since 1970. */
	get nextAt(): number {
		return this.paidUntil;
	}

	/** How many requests may be spent now. */
	get left(): number {
		return (Date.now() - this.usableSince) * this.perMs;
	}

	spend(requests: number): void {
		this.paidUntil = this.usableSince + requests / this.perMs;
	}

	private get usableSince(): number {
		return Math.max(this.paidUntil, Date.now() - KEPT_MS);
	}

	private get perMs(): number {
		return Math.min(MOST_PER_SECOND, this.pace.sparePerSecond) / 1_000;
	}
}
