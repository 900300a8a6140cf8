import { process } from '../node';

/** Does this once when the process is told to end: what relays a signal may give it twice. */
export function onceStopped(end: () => void): void {
	let isEnding = false;
	for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
		process.on(signal, () => {
			if (!isEnding) end();
			isEnding = true;
		});
	}
}
