import { sleep } from 'n8n-workflow';
import type { SandboxControl } from '../../sandbox/control';
import { nextTurn, pause, process } from '../../node';

/** What Node lists while requests and files are at work; idle connections are not listed. */
const AT_WORK = new Set([
	'FSReqCallback',
	'FSReqPromise',
	'FileHandleCloseReq',
	'GetAddrInfoReqWrap',
	'Immediate',
	'TCPSocketWrap',
]);

/** So many turns of the event loop in a row without work make it quiet. */
const QUIET_TURNS = 3;

/** Most turns that are looked at in one go. */
const TURNS = 10;

/** How long to wait, in real ms, before looking again whether something is still at work. */
const LOOK_AGAIN_MS = 1;

/**
 * So many timers in a row that take no time make it a millisecond: a node that waits for what is
 * left of one would else do so for ever, as these timers drop fractions.
 */
const TIMERS_OF_A_MS = 10;

/** Whose clock goes along. */
interface Driven {
	control: Pick<SandboxControl, 'advance' | 'hold'>;
}

/**
 * Time for the tests of a file, or of a `describe`: `setTimeout`, `Date` and `performance` of the
 * nodes and of n8n, together with the manual clock of a sandbox. It stands still while a request or
 * a file is at work, and leaps to the next timer once all is quiet, so that nobody waits.
 */
export function useDrivenTime(service?: Driven): DrivenTime {
	const time = new DrivenTime(service);
	beforeEach(() => time.begin());
	afterEach(async () => await time.end());
	return time;
}

export class DrivenTime {
	private startedAt = 0;

	private flows = false;

	private isOver = true;

	private driving = Promise.resolve();

	/** By how much the sandbox's clock is behind. While it is, the sandbox answers no request. */
	private owedMs = 0;

	private sandboxIsHeld = false;

	private timersWithoutTime = 0;

	private quiet: Array<() => void> = [];

	constructor(private readonly service?: Driven) {}

	/** How much time has passed since the test began, in ms. */
	get passed(): number {
		return Date.now() - this.startedAt;
	}

	/** Lets so much time pass, with all that becomes due; then it stands still until it is to flow. */
	async pass(ms: number): Promise<void> {
		const reached = sleep(ms).then(() => this.stop());
		this.flow();
		await reached;
		await new Promise<void>((resolve) => this.quiet.push(resolve));
	}

	/** Lets time pass whenever something waits for it, which it does from the start of a test. */
	flow(): void {
		this.flows = true;
	}

	stop(): void {
		this.flows = false;
	}

	begin(): void {
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
		this.startedAt = Date.now();
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
			await this.tellSandbox();
		} finally {
			jest.useRealTimers();
		}
	}

	private async drive(): Promise<void> {
		while (!this.isOver) {
			jest.advanceTimersByTime(0);
			const isQuiet = await becomesQuiet();
			if (isQuiet && this.flows && jest.getTimerCount() > 0) {
				await this.leap();
				continue;
			}
			await this.tellSandbox();
			if (isQuiet) for (const resolve of this.quiet.splice(0)) resolve();
			await pause(LOOK_AGAIN_MS);
		}
	}

	/** To the next timer. */
	private async leap(): Promise<void> {
		if (this.service && !this.sandboxIsHeld) {
			this.sandboxIsHeld = true;
			// Something may have begun meanwhile, so the loop looks again.
			return await this.service.control.hold();
		}
		const before = Date.now();
		jest.advanceTimersToNextTimer();
		this.timersWithoutTime = Date.now() === before ? this.timersWithoutTime + 1 : 0;
		if (this.timersWithoutTime === TIMERS_OF_A_MS) {
			this.timersWithoutTime = 0;
			jest.advanceTimersByTime(1);
		}
		this.owedMs += Date.now() - before;
	}

	private async tellSandbox(): Promise<void> {
		if (!this.sandboxIsHeld) return;
		const ms = this.owedMs;
		this.owedMs = 0;
		this.sandboxIsHeld = false;
		await this.service?.control.advance(ms);
	}
}

async function becomesQuiet(): Promise<boolean> {
	for (let turn = 0, quiet = 0; turn < TURNS; turn++) {
		await nextTurn();
		quiet = process.getActiveResourcesInfo().some((kind) => AT_WORK.has(kind)) ? 0 : quiet + 1;
		if (quiet === QUIET_TURNS) return true;
	}
	return false;
}
