import { sleep } from 'n8n-workflow';
import { now } from '../service/clock';

/** Work that has gone on for so long, in ms, lets other work of n8n go on. */
const SLICE_MS = 10;

/** Cuts long work into slices, between which the event loop goes on, so that n8n does not stand still meanwhile. */
export class TimeSlice {
	private startedAt = now();

	private last = Promise.resolve();

	/**
	 * To be awaited before each piece of the work. One resolves after the other, so that each piece is
	 * done before it is seen whether there is time for the next one.
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
