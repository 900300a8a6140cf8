import type { Waiting } from '../../sandbox/clock';
import type { SandboxControl } from '../../sandbox/control';

export type ClockControl = Pick<SandboxControl, 'advance' | 'hold'>;

/**
 * The manual clock of a sandbox that follows driven time. It is told of many leaps at once: until
 * then it is held, so that no request is answered before its time.
 */
export class FollowingClock {
	private behindMs = 0;

	private isHeld = false;

	constructor(private readonly control: () => ClockControl | undefined) {}

	/** Whether time can leap at once; else something may have started since it was last quiet. */
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
