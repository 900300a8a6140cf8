import { sleep } from 'n8n-workflow';
import type { Cancellation } from './cancellation';

/** How many requests start in one turn of the event loop. */
const IN_ONE_TURN = 2;

/**
 * Limits how many requests of one execution run at once. Few start in one turn of the event loop:
 * requests that are sent together are answered together, so all would wait for the last.
 */
export class Semaphore {
	private inside = 0;

	private readonly queue: Array<() => void> = [];

	private inThisTurn = 0;

	private nextTurn = Promise.resolve();

	constructor(
		private readonly limit: number,
		readonly cancellation: Cancellation,
	) {}

	/** @throws CancelledError, without starting the work, if the execution was stopped */
	async run<T>(work: () => Promise<T>): Promise<T> {
		await this.acquire();
		try {
			await this.step();
			this.cancellation.check();
			return await work();
		} finally {
			this.release();
		}
	}

	private async acquire(): Promise<void> {
		if (this.inside < this.limit) this.inside++;
		else await new Promise<void>((enter) => this.queue.push(enter));
	}

	private async step(): Promise<void> {
		while (this.inThisTurn === IN_ONE_TURN) await this.nextTurn;
		// Stryker disable next-line EqualityOperator: if it is set by the second, only the delay differs
		if (this.inThisTurn++ === 0) this.nextTurn = this.turn();
	}

	private async turn(): Promise<void> {
		await sleep(0);
		this.inThisTurn = 0;
	}

	private release(): void {
		const next = this.queue.shift();
		if (next) next();
		else this.inside--;
	}
}
