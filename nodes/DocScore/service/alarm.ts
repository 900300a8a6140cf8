import { sleep } from 'n8n-workflow';

/** Longest time in ms of a timer, which goes on by itself where it is no longer needed. */
export const LONGEST_TIMER_MS = 1_000;

/** Wakes whoever sleeps at a time that may be brought forward. */
export class Alarm {
	private ringsAt = Number.POSITIVE_INFINITY;

	private ring = () => {};

	/** @param time in ms since 1970; infinite to sleep until it is woken */
	async until(time: number): Promise<void> {
		this.ringsAt = time;
		let isAwake = false;
		const woken = new Promise<void>((resolve) => {
			this.ring = () => {
				isAwake = true;
				resolve();
			};
		});
		for (let left = time - Date.now(); left > 0 && !isAwake; left = time - Date.now()) {
			const slept =
				left === Number.POSITIVE_INFINITY ? [] : [sleep(Math.min(left, LONGEST_TIMER_MS))];
			await Promise.race([woken, ...slept]);
		}
	}

	/** Wakes where it would ring later than that. */
	noLaterThan(time: number): void {
		if (time < this.ringsAt) this.ring();
	}
}
