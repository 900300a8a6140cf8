import type { Stop } from './stop';

/** Lets a set number of one execution's requests through at once. */
export class Gate {
	private inside = 0;

	private readonly queue: Array<() => void> = [];

	constructor(
		private readonly limit: number,
		readonly stop: Stop,
	) {}

	/** @throws StoppedError instead of starting work once the execution was stopped */
	async run<T>(work: () => Promise<T>): Promise<T> {
		await this.enter();
		try {
			this.stop.check();
			return await work();
		} finally {
			this.leave();
		}
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
}
