import { process } from '../node';

/**
 * Calls this once when the process receives a signal to end. npm, for example, can relay the same signal
 * twice.
 */
export function onceStopped(end: () => void): void {
	let isEnding = false;
	for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
		process.on(signal, () => {
			if (!isEnding) end();
			isEnding = true;
		});
	}
}
