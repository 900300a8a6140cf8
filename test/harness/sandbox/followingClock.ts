import type { Waiting } from '../../sandbox/clock';
import type { SandboxControl } from '../../sandbox/control';

export type ClockControl = Pick<SandboxControl, 'advance' | 'hold'>;

/**
 * The manual clock of a sandbox that follows driven time. It catches up after several leaps. Until then it
 * is held, so that no request gets its response too early.
 */
export class FollowingClock {
	private behindMs = 0;

	private isHeld = false;

	constructor(private readonly control: () => ClockControl | undefined) {}

	/** Whether time can leap immediately. If not, something may have started since the last quiet moment. */
	get mayLeap(): boolean {
		return this.isHeld || this.control() === undefined;
	}

	async hold(): Promise<Waiting> {
		this.isHeld = true;
		return (await this.control()?.hold()) ?? { requests: 0, ms: 0 };
	}

	leave(ms: number): void {
		this.behindMs += ms;
	}

	async catchUp(): Promise<void> {
		if (!this.isHeld) return;
		const ms = this.behindMs;
		this.behindMs = 0;
		this.isHeld = false;
		await this.control()?.advance(ms);
	}
}
