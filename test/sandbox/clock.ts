import { clearTimer, startTimer } from '../node';

export type ClockKind = 'manual' | 'real';

/** What moves runs along. A task never rejects: it turns what goes wrong into its run's failure. */
export interface Clock {
	now(): number;
	at(time: number, task: () => Promise<void>): void;
	/** Moves a manual clock; resolves when every task that became due is done. */
	advance(ms: number): Promise<void>;
	/** Forgets all tasks. */
	clear(): void;
}

export function createClock(kind: ClockKind): Clock {
	return kind === 'manual' ? new ManualClock() : new RealClock();
}

class RealClock implements Clock {
	private readonly timers = new Set<ReturnType<typeof startTimer>>();

	now(): number {
		return Date.now();
	}

	at(time: number, task: () => Promise<void>): void {
		const timer = startTimer(
			() => {
				this.timers.delete(timer);
				void task();
			},
			Math.max(0, time - this.now()),
		);
		this.timers.add(timer);
	}

	async advance(): Promise<void> {
		throw new Error('The clock is real: start the sandbox with a manual clock to advance it');
	}

	clear(): void {
		for (const timer of this.timers) clearTimer(timer);
		this.timers.clear();
	}
}

class ManualClock implements Clock {
	private time = Date.now();

	private tasks: Array<{ time: number; task: () => Promise<void> }> = [];

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
	}

	clear(): void {
		this.tasks = [];
	}
}
