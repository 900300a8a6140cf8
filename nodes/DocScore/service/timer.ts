import { sleep } from 'n8n-workflow';
import { now } from './clock';

/** Longest sleep in ms, as n8n's cannot be ended early and goes on where it is no longer needed. */
export const LONGEST_SLEEP_MS = 1_000;

/** Sleeps until a time that may be brought forward; times are those of `now`, in ms. */
export class Timer {
	private wakesAt = Number.POSITIVE_INFINITY;

	private wake = () => {};

	/** @param time infinite to sleep until it is woken */
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

	/** Wakes where it would sleep for longer than that. */
	noLaterThan(time: number): void {
		if (time < this.wakesAt) this.wake();
	}

	wakeNow(): void {
		this.wake();
	}
}
