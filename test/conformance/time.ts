import { pause } from '../node';

/** Where the check has its time from: tests drive it, and a recorded conversation has its own. */
export interface Time {
	/** Milliseconds since 1970. */
	now(): number;
	/** Resolves after so many ms. @throws where the signal is aborted meanwhile */
	wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const realTime: Time = {
	now: () => Date.now(),
	wait: async (ms, signal) => await pause(ms, undefined, { signal }),
};
