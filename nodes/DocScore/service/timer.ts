import { sleep } from 'n8n-workflow';
import { now } from './clock';

/**
 * The longest sleep in ms: n8n's sleep cannot be ended early, so a longer one would outlast its
 * purpose.
 */
export const LONGEST_SLEEP_MS = 1_000;

/** Sleeps until a time that can be moved forward; times are in ms of `now`. */
export class Timer {
	private wakesAt = Number.POSITIVE_INFINITY;

	private wake = () => {};

	/** @param time infinite to sleep until woken */
	async until(time: number): Promise<void> {
		this.wakesAt = time;
		let isAwake = false;
		const woken = new Promise<void>((resolve) => {
			this.wake = () => {
				isAwake = true;
				resolve();
			};
		});
		for (let left = time - now(); left > 0 && !isAwake; left = time - now()) {
			const slept =
				left === Number.POSITIVE_INFINITY
					? []
					: [sleep(Math.min(Math.ceil(left), LONGEST_SLEEP_MS))];
			await Promise.race([woken, ...slept]);
		}
	}

	/** Wakes at this time if it would sleep longer. */
	noLaterThan(time: number): void {
		if (time < this.wakesAt) this.wake();
	}

	wakeNow(): void {
		this.wake();
	}
}
