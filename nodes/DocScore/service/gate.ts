import { isTooLong, silenceError } from './nextTry';
import type { Stop } from './stop';

/** Lets a set number of requests through at once, and none while the service wants to be left alone. */
export class Gate {
	private inside = 0;

	private readonly queue: Array<() => void> = [];

	private closedUntil = 0;

	constructor(
		private readonly limit: number,
		readonly stop: Stop,
	) {}

	/**
	 * @throws StoppedError instead of starting work once the execution was stopped
	 * @throws ServiceError where the service wants to be left alone for longer than is waited for
	 */
	async run<T>(work: () => Promise<T>): Promise<T> {
		await this.enter();
		try {
			await this.untilOpen();
			return await work();
		} finally {
			this.leave();
		}
	}

	/** Holds back every request for that long: one answer of "too many requests" speaks for all. */
	closeFor(ms: number): void {
		this.closedUntil = Math.max(this.closedUntil, Date.now() + ms);
	}

	private async enter(): Promise<void> {
		if (this.inside < this.limit) this.inside++;
		else await new Promise<void>((enter) => this.queue.push(enter));
	}

	private leave(): void {
		const next = this.queue.shift();
		if (next) next();
		else this.inside--;
	}

	private async untilOpen(): Promise<void> {
		this.stop.check();
		for (let left = this.closedUntil - Date.now(); left > 0; left = this.closedUntil - Date.now()) {
			if (isTooLong(left, this.stop.leftMs)) throw silenceError(left);
			await this.stop.pause(left);
		}
	}
}
