import type { Clock } from './clock';
import type { SandboxControl } from './control';

/** A method of the control, called from another process. */
export interface ControlCall {
	method: keyof SandboxControl;
	args: unknown[];
}

/** A call from the process that started the sandbox. Replies come in any order. */
export type NumberedCall = ControlCall & { call: number };

/** The answer to it; `message` where it failed. */
export interface NumberedReply {
	call: number;
	result?: unknown;
	message?: string;
}

/** What is carried out at once while the clock is held; whatever else waits, as requests do. */
const AT_ONCE: Array<keyof SandboxControl> = ['advance', 'hold', 'reset'];

/** Carries out what other processes ask for. */
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
