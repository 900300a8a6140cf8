import { sleep } from 'n8n-workflow';
import { type ClockControl, FollowingClock } from '../sandbox/followingClock';
import { pause } from '../../node';
import { becomesQuiet } from './eventLoop';

/** How long to wait, in real ms, before looking again whether something is still at work. */
const LOOK_AGAIN_MS = 1;

/** Looks after which a request that is still at work may be one that is answered by the clock. */
const MOST_LOOKS = 4;

/**
 * So many timers in a row that take no time make it a millisecond: a node that waits for what is
 * left of one would else do so for ever, as these timers drop fractions.
 */
const TIMERS_OF_A_MS = 10;

/** A test starts so long after the one before, so that no service still asks for a pause. */
const BETWEEN_TESTS_MS = 24 * 3_600_000;

/**
 * Time for the tests of a file, or of a `describe`: `setTimeout`, `Date` and `performance` of the
 * nodes and of n8n, together with the manual clock of a sandbox. It stands still while a request or
 * a file is at work, and leaps to the next timer once all is quiet, so that nobody waits. Tests
 * advance the sandbox's clock on their own only where nothing is under way.
 */
export function useDrivenTime(service?: { control: ClockControl }): DrivenTime {
	const time = new DrivenTime(new FollowingClock(() => service?.control));
	beforeEach(() => time.start());
	afterEach(async () => await time.end());
	return time;
}

export class DrivenTime {
	private startedAt = 0;

	/** Where `performance` was when the last test ended: it never goes back, and is a day on by then. */
	private performedMs = 0;

	private flows = false;

	private isOver = true;

	private driving = Promise.resolve();

	private timersWithoutTime = 0;

	private untilQuiet: Array<() => void> = [];

	constructor(private readonly sandbox: FollowingClock) {}

	/** How much time has passed since the test started, in ms. */
	get passed(): number {
		return Date.now() - this.startedAt;
	}

	/** Lets so much time pass, with all that becomes due; then it stands still until it is to flow. */
	async pass(ms: number): Promise<void> {
		const passed = sleep(ms).then(() => this.stop());
		this.flow();
		await passed;
		await new Promise<void>((resolve) => this.untilQuiet.push(resolve));
	}

	/** Lets time pass whenever something waits for it, which it does from the start of a test. */
	flow(): void {
		this.flows = true;
	}

	stop(): void {
		this.flows = false;
	}

	start(): void {
		jest.useFakeTimers({
			now: Date.now(),
			doNotFake: [
				'clearImmediate',
				'clearInterval',
				'hrtime',
				'nextTick',
				'queueMicrotask',
				'setImmediate',
				'setInterval',
			],
		});
		const begunAt = Date.now();
		jest.advanceTimersByTime(Math.ceil(this.performedMs) + BETWEEN_TESTS_MS);
		jest.setSystemTime(begunAt);
		this.startedAt = begunAt;
		this.flows = true;
		this.isOver = false;
		this.driving = this.drive();
		// Told by end().
		this.driving.catch(() => {});
	}

	/** @throws what kept time from passing */
	async end(): Promise<void> {
		this.isOver = true;
		try {
			await this.driving;
			await this.sandbox.catchUp();
		} finally {
			this.performedMs = performance.now();
			jest.useRealTimers();
		}
	}

	private async drive(): Promise<void> {
		for (let looks = 0; !this.isOver; looks++) {
			jest.advanceTimersByTime(0);
			const isQuiet = await becomesQuiet();
			if (isQuiet) looks = 0;
			if (isQuiet && this.flows && jest.getTimerCount() > 0) {
				if (this.sandbox.mayLeap) this.leap();
				else await this.sandbox.hold();
				continue;
			}
			await this.sandbox.catchUp();
			if (isQuiet) this.tellQuiet();
			else if (looks >= MOST_LOOKS) await this.leapToAnswer();
			await pause(LOOK_AGAIN_MS);
		}
	}

	/** To the next timer. */
	private leap(): void {
		const before = Date.now();
		jest.advanceTimersToNextTimer();
		this.timersWithoutTime = Date.now() === before ? this.timersWithoutTime + 1 : 0;
		if (this.timersWithoutTime === TIMERS_OF_A_MS) {
			this.timersWithoutTime = 0;
			jest.advanceTimersByTime(1);
		}
		this.sandbox.leave(Date.now() - before);
	}

	/** To the next answer or timer, where all requests are such that the clock answers. */
	private async leapToAnswer(): Promise<void> {
		const { requests, ms } = await this.sandbox.hold();
		if (requests === 0 || !(await becomesQuiet(requests))) return;
		if (!this.flows) return this.tellQuiet();
		// The answer counts as a timer.
		void sleep(ms);
		this.leap();
	}

	private tellQuiet(): void {
		for (const resolve of this.untilQuiet.splice(0)) resolve();
	}
}
