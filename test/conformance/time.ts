import { pause } from '../node';

/** The clock of the check. Tests control it. */
export interface Time {
	/** Milliseconds since 1970. */
	now(): number;
	/** Resolves after this many ms. @throws if the signal is aborted before */
	wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const realTime: Time = {
	now: () => Date.now(),
	wait: async (ms, signal) => await pause(ms, undefined, { signal }),
};
