import { sleep } from 'n8n-workflow';
import { now } from '../service/clock';

/** Length of a slice, in ms. */
const SLICE_MS = 10;

/**
 * Divides long work into slices and returns to the event loop between them, so that n8n does not
 * freeze.
 */
export class TimeSlice {
	private startedAt = now();

	private last = Promise.resolve();

	/**
	 * Await it before each piece of work. Calls resolve one after the other, so that each piece is
	 * done before the time is checked again.
	 */
	yieldIfOver(): Promise<void> {
		this.last = this.last.then(async () => {
			if (now() - this.startedAt >= SLICE_MS) await this.renew();
		});
		return this.last;
	}

	private async renew(): Promise<void> {
		await sleep(0);
		this.startedAt = now();
	}
}
