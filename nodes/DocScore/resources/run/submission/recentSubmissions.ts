import { toResult } from '../../../service/result';
import type { Cancellation } from '../../../service/cancellation';

/** For how long, in ms, a submission is remembered: lists show it by then. */
const REMEMBERED_MS = 10 * 60_000;

/** A submission that was made. */
export interface PastSubmission {
	/** Null where it is unknown whether the service accepted it. */
	runId: string | null;
	ageMs: number;
}

/**
 * The submissions that executions of this process make and have just made, by fingerprint: what one
 * of them submits is known to the others before any list of the service shows it.
 */
export class RecentSubmissions {
	/** When they are done with. */
	private readonly inFlight = new Map<string, Promise<void>>();

	/** Oldest first; times in ms of a clock that is never set. */
	private readonly past = new Map<string, { runId: string | null; at: number }>();

	/** How many are remembered. */
	get size(): number {
		return this.past.size;
	}

	/** Works when nobody else works on the same document. @throws StoppedError while it waits */
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
