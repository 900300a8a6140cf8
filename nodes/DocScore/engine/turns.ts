import { sleep } from 'n8n-workflow';
import { now } from '../service/clock';

/** Work that has gone on for so long, in ms, lets other work of n8n go on. */
const LONGEST_MS = 10;

/** Cuts long work into turns of the event loop, so that n8n does not stand still meanwhile. */
export class Turns {
	private begunAt = now();

	private last = Promise.resolve();

	/**
	 * To be awaited before each piece of the work. One resolves after the other, so that each piece is
	 * done before it is seen whether there is time for the next one.
	 */
	take(): Promise<void> {
		this.last = this.last.then(async () => {
			if (now() - this.begunAt >= LONGEST_MS) await this.begin();
		});
		return this.last;
	}

	private async begin(): Promise<void> {
		await sleep(0);
		this.begunAt = now();
	}
}
