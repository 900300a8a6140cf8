import { settle } from '../../service/settle';
import type { Cancellation } from '../../service/cancellation';

/** For how long, in ms, a submission is remembered: lists show it by then. */
const KEPT_MS = 10 * 60_000;

/** A submission that was made. */
export interface Made {
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
	private readonly underWay = new Map<string, Promise<void>>();

	/** Oldest first; times in ms of a clock that is never set. */
	private readonly made = new Map<string, { runId: string | null; at: number }>();

	/** How many are remembered. */
	get size(): number {
		return this.made.size;
	}

	/** Works when nobody else works on the same document. @throws StoppedError while it waits */
	async oneByOne<T>(
		document: string,
		cancellation: Cancellation,
		work: () => Promise<T>,
	): Promise<T> {
		const before = () => this.underWay.get(document);
		for (let done = before(); done; done = before()) {
			await cancellation.pause(Number.POSITIVE_INFINITY, done);
		}
		const working = settle(work());
		this.underWay.set(
			document,
			working.then(() => {}),
		);
		const worked = await working;
		this.underWay.delete(document);
		if (worked.ok) return worked.value;
		throw worked.error;
	}

	remember(document: string, runId: string | null): void {
		this.made.delete(document);
		this.made.set(document, { runId, at: performance.now() });
		for (const [each, { at }] of this.made) {
			if (ageOf(at) < KEPT_MS) break;
			this.made.delete(each);
		}
	}

	recall(document: string): Made | undefined {
		const made = this.made.get(document);
		if (made === undefined) return undefined;
		const ageMs = ageOf(made.at);
		return ageMs < KEPT_MS ? { runId: made.runId, ageMs } : undefined;
	}
}

const ageOf = (at: number): number => performance.now() - at;
