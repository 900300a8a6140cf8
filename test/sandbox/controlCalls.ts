import type { Clock } from './clock';
import type { SandboxControl } from './control';

/** A call from the parent process. Replies can come in any order. */
export interface ControlCall {
	call: number;
	method: keyof SandboxControl;
	args: unknown[];
}

/** The reply to a call. Has a `message` if the call failed. */
export interface ControlReply {
	call: number;
	result?: unknown;
	message?: string;
}

/** Methods that run even while the clock is held. All others wait, like requests. */
const AT_ONCE: Array<keyof SandboxControl> = ['advance', 'hold', 'reset'];

/** Executes calls from the parent process. */
export function answering(control: SandboxControl, clock: Clock) {
	return async ({ call, method, args }: ControlCall): Promise<ControlReply> => {
		try {
			if (!AT_ONCE.includes(method)) await clock.released();
			return { call, result: await Reflect.apply(control[method], control, args) };
		} catch (error) {
			return { call, message: error instanceof Error ? error.message : String(error) };
		}
	};
}
