import { process } from '../node';
import type { ControlCall } from './controlCalls';
import { launch } from './launch';
import { onceStopped } from './onceStopped';

// Runs many sandboxes in one process, one after another, because loading the code takes most of a start.
// The parent sends `open` and `close`, and control calls in between.

export type HostMessage = 'open' | 'close' | ControlCall;

let launched: ReturnType<typeof launch> | undefined;

process.on('message', (message: HostMessage) => {
	const carriedOut =
		message === 'open' ? open() : message === 'close' ? close() : call(message, launched);
	carriedOut.catch((error: unknown) => {
		process.stderr.write(`The host of sandboxes: ${String(error)}\n`);
		process.exit(1);
	});
});

const end = () => void close().then(() => process.exit(0));
onceStopped(end);
process.once('disconnect', end);

async function open(): Promise<void> {
	// Tests need no internet, not even DNS.
	launched = launch({ clock: 'manual', fileSources: 'this machine' });
	process.send?.((await launched).address);
}

async function close(): Promise<void> {
	const closing = launched;
	launched = undefined;
	await (await closing)?.close();
	if (process.connected) process.send?.('closed');
}

/** Does not reply if the sandbox has been closed meanwhile, because nobody waits for it. */
async function call(asked: ControlCall, of: typeof launched): Promise<void> {
	const reply = await (await of)?.replyTo(asked);
	if (reply && of === launched) process.send?.(reply);
}
