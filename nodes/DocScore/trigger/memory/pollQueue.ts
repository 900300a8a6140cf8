import { toResult } from '../../service/result';

/**
 * Runs the polls of a node one after another, because n8n can start a poll before the previous one
 * ends.
 */
export class PollQueue {
	private newest = 0;

	private last: Promise<unknown> = Promise.resolve();

	/** @param poll receives a function that returns whether no newer poll waits */
	async run<T>(poll: (isNewest: () => boolean) => Promise<T>): Promise<T> {
		const number = ++this.newest;
		const before = this.last;
		const polled = toResult(before.then(async () => await poll(() => number === this.newest)));
		this.last = polled;
		const result = await polled;
		if (result.ok) return result.value;
		throw result.error;
	}
}
