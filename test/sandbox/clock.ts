import { pause, startTimer } from '../node';

export type ClockKind = 'manual' | 'real';

/** How many requests wait for a manual clock, and for how many ms the first of them waits. */
export interface Waiting {
	requests: number;
	ms: number;
}

/** The clock that drives runs. A task never rejects: if something goes wrong, its run fails. */
export interface Clock {
	now(): number;
	at(time: number, task: () => Promise<void>): void;
	/** Moves a manual clock. Resolves when all tasks that became due are done. */
	advance(ms: number): Promise<void>;
	/** Resolves after this time, or earlier if the waiting is given up. */
	wait(ms: number, givenUp: Promise<void>): Promise<void>;
	/** Until the next move of a manual clock, new requests wait, because they may belong to a later time. */
	hold(): Promise<Waiting>;
	/** Resolves as soon as the clock is not held. */
	released(): Promise<void>;
	/** Forgets all tasks and releases everything. */
	clear(): void;
}

export function createClock(kind: ClockKind): Clock {
	return kind === 'manual' ? new ManualClock() : new RealClock();
}

async function refuse(): Promise<never> {
	throw new Error('The clock is real: start the sandbox with a manual clock to advance or hold it');
}

class RealClock implements Clock {
	readonly advance = refuse;

	readonly hold = refuse;

	now(): number {
		return Date.now();
	}

	at(time: number, task: () => Promise<void>): void {
		startTimer(() => void task(), Math.max(0, time - this.now()));
	}

	async wait(ms: number, givenUp: Promise<void>): Promise<void> {
		await Promise.race([pause(ms), givenUp]);
	}

	async released(): Promise<void> {}

	clear(): void {}
}

class ManualClock implements Clock {
	private time = Date.now();

	private tasks: Array<{ time: number; task: () => Promise<void> }> = [];

	private readonly waits = new Set<{ until: number }>();

	private held = Promise.resolve();

	private release = () => {};

	now(): number {
		return this.time;
	}

	at(time: number, task: () => Promise<void>): void {
		this.tasks.push({ time, task });
	}

	async advance(ms: number): Promise<void> {
		this.time += ms;
		const due = this.tasks.filter(({ time }) => time <= this.time);
		this.tasks = this.tasks.filter(({ time }) => time > this.time);
		await Promise.all(due.map(async ({ task }) => await task()));
		this.release();
	}

	async wait(ms: number, givenUp: Promise<void>): Promise<void> {
		const wait = { until: this.time + ms };
		this.waits.add(wait);
		const over = new Promise<void>((resolve) => this.at(wait.until, async () => resolve()));
		await Promise.race([over, givenUp]);
		this.waits.delete(wait);
	}

	async hold(): Promise<Waiting> {
		this.release();
		this.held = new Promise((resolve) => (this.release = resolve));
		const times = [...this.waits].map(({ until }) => until - this.time);
		return { requests: times.length, ms: times.length === 0 ? 0 : Math.min(...times) };
	}

	async released(): Promise<void> {
		await this.held;
	}

	clear(): void {
		this.tasks = [];
		this.waits.clear();
		this.release();
	}
}
