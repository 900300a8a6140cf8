import { type Clock, install } from '@sinonjs/fake-timers';
import { becomesQuiet, watchRequests } from '../../test/harness/jest/eventLoop';

/** The clock of the nodes in this process: real, or held, so that it moves only by `leap`. */
export class DrivenTime {
	private clock: Clock | undefined;

	private atWork = 0;

	constructor() {
		watchRequests();
	}

	hold(): void {
		this.clock ??= install({
			now: Date.now(),
			toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'],
		});
	}

	/** Makes it real again, because all code of a process shares `performance`. */
	release(): void {
		this.clock?.uninstall();
		this.clock = undefined;
	}

	/** The clock can leap only during this work. */
	async during<Result>(work: Promise<Result>): Promise<Result> {
		this.atWork++;
		return await work.finally(() => this.atWork--);
	}

	async leap(): Promise<number> {
		const { clock } = this;
		if (!clock || this.atWork === 0) return 0;
		if (!(await becomesQuiet()) || clock.countTimers() === 0) return 0;
		if (this.atWork === 0) return 0;
		const before = clock.now;
		clock.next();
		// These timers drop fractions of a ms. Code that waits for the rest of a ms would wait forever.
		if (clock.now === before) clock.tick(1);
		return clock.now - before;
	}
}
