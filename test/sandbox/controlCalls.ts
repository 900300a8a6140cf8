import type { Clock } from './clock';
import type { SandboxControl } from './control';

/** A method call from another process. */
export interface ControlCall {
	method: keyof SandboxControl;
	args: unknown[];
}

/** A call from the parent process. Replies can come in any order. */
export type NumberedCall = ControlCall & { call: number };

/** The reply to a call. Has a `message` if the call failed. */
export interface NumberedReply {
	call: number;
	result?: unknown;
	message?: string;
}

/** Methods that run even while the clock is held. All others wait, like requests. */
const AT_ONCE: Array<keyof SandboxControl> = ['advance', 'hold', 'reset'];

/** Executes calls from other processes. */
export class ControlCalls {
	constructor(
		private readonly control: SandboxControl,
		private readonly clock: Clock,
	) {}

	get methods(): string[] {
		return Object.keys(this.control);
	}

	async carryOut({ method, args }: ControlCall): Promise<unknown> {
		if (!AT_ONCE.includes(method)) await this.clock.released();
		return await Reflect.apply(this.control[method], this.control, args);
	}

	async replyTo({ call, ...asked }: NumberedCall): Promise<NumberedReply> {
		try {
			return { call, result: await this.carryOut(asked) };
		} catch (error) {
			return { call, message: error instanceof Error ? error.message : String(error) };
		}
	}
}
