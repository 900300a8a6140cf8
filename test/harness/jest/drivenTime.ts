import { sleep } from 'n8n-workflow';
import { type ClockControl, FollowingClock } from '../sandbox/followingClock';
import { pause } from '../../node';
import { becomesQuiet, watchRequests } from './eventLoop';

/** Real ms between two checks whether work is still in progress. */
const LOOK_AGAIN_MS = 1;

/** After this many checks, a request in progress may be one whose response waits for the clock. */
const MOST_LOOKS = 4;

/**
 * After this many timers in a row without any time, the clock moves by 1 ms. These timers drop fractions of
 * a ms, so a node that waits for a fraction would wait forever.
 */
const TIMERS_OF_A_MS = 10;

/** A test starts this long after the previous one, so that no service still asks for a pause. */
const BETWEEN_TESTS_MS = 24 * 3_600_000;

/**
 * Controls `setTimeout`, `Date` and `performance` for the nodes and n8n, together with the manual clock of
 * a sandbox, in a test file or `describe`. Time stands still while a request or a file is in progress and
 * then leaps to the next timer, so nothing really waits. Tests may advance the sandbox's clock themselves
 * only if nothing is in progress.
 */
export function useDrivenTime(service?: { control: ClockControl }): DrivenTime {
	const time = new DrivenTime(new FollowingClock(() => service?.control));
	afterAll(watchRequests());
	beforeEach(() => time.start());
	afterEach(async () => await time.end());
	return time;
}

/** Node.js does not list some work, such as a response between two of its parts: it shows itself a ms later. */
async function staysQuiet(): Promise<boolean> {
	if (!(await becomesQuiet())) return false;
	await pause(LOOK_AGAIN_MS);
	return await becomesQuiet();
}

export class DrivenTime {
	private startedAt = 0;

	/**
	 * Value of `performance.now()` when the last test ended. It never decreases and is a day later in the
	 * next test.
	 */
	private performedMs = 0;

	private flows = false;

	private isOver = true;

	private driving = Promise.resolve();

	private timersWithoutTime = 0;

	private untilQuiet: Array<() => void> = [];

	constructor(private readonly sandbox: FollowingClock) {}

	/** Time since the start of the test, in ms. */
	get passed(): number {
		return Date.now() - this.startedAt;
	}

	/** Lets this many ms pass with everything that becomes due. Then time stands still until `flow`. */
	async pass(ms: number): Promise<void> {
		const passed = sleep(ms).then(() => this.stop());
		this.flow();
		await passed;
		await new Promise<void>((resolve) => this.untilQuiet.push(resolve));
	}

	/** Lets time pass whenever something waits for it. This is the state at the start of a test. */
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
		// end() throws this error.
		this.driving.catch(() => {});
	}

	/** @throws the error that stopped time */
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
			const isQuiet = await staysQuiet();
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

	/** Leaps to the next timer. */
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

	/** Leaps to the next response or timer, if all requests in progress wait for the clock. */
	private async leapToAnswer(): Promise<void> {
		const { requests, ms } = await this.sandbox.hold();
		if (requests === 0 || !(await becomesQuiet(requests))) return;
		if (!this.flows) return this.tellQuiet();
		// The time of the response counts as a timer.
		void sleep(ms);
		this.leap();
	}

	private tellQuiet(): void {
		for (const resolve of this.untilQuiet.splice(0)) resolve();
	}
}
