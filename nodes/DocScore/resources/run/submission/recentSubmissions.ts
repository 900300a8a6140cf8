import { toResult } from '../../../service/result';
import type { Cancellation } from '../../../service/cancellation';

/** How long, in ms, a submission is remembered; by then lists show its run. */
const REMEMBERED_MS = 10 * 60_000;

export interface PastSubmission {
	/** Null if it is unknown whether the service accepted it. */
	runId: string | null;
	ageMs: number;
}

/**
 * Current and recent submissions of this process, by fingerprint. So executions know each other's
 * submissions before the service lists them.
 */
export class RecentSubmissions {
	/** Promises that resolve when the current submission of a document ends. */
	private readonly inFlight = new Map<string, Promise<void>>();

	/** Oldest first; times in ms of `performance.now`. */
	private readonly past = new Map<string, { runId: string | null; at: number }>();

	get size(): number {
		return this.past.size;
	}

	/**
	 * Runs `work` after all earlier work on the same document.
	 * @throws CancelledError while it waits
	 */
	async oneByOne<T>(
		document: string,
		cancellation: Cancellation,
		work: () => Promise<T>,
	): Promise<T> {
		const before = () => this.inFlight.get(document);
		for (let done = before(); done; done = before()) {
			await cancellation.pause(Number.POSITIVE_INFINITY, done);
		}
		const working = toResult(work());
		this.inFlight.set(
			document,
			working.then(() => {}),
		);
		const worked = await working;
		this.inFlight.delete(document);
		if (worked.ok) return worked.value;
		throw worked.error;
	}

	remember(document: string, runId: string | null): void {
		this.past.delete(document);
		this.past.set(document, { runId, at: performance.now() });
		for (const [each, { at }] of this.past) {
			if (ageOf(at) < REMEMBERED_MS) break;
			this.past.delete(each);
		}
	}

	recall(document: string): PastSubmission | undefined {
		const found = this.past.get(document);
		if (found === undefined) return undefined;
		const ageMs = ageOf(found.at);
		return ageMs < REMEMBERED_MS ? { runId: found.runId, ageMs } : undefined;
	}
}

const ageOf = (at: number): number => performance.now() - at;
