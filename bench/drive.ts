import type { SandboxControl } from '../test/sandbox/control';
import type { Worker } from './n8n/worker';

/**
 * Lets time pass for a worker whose time is held, and for a service with a manual clock, until the
 * work is over. A request of after a leap waits until the service has made that leap, too.
 */
export async function drive<Result>(
	worker: Worker,
	control: Pick<SandboxControl, 'advance' | 'hold'>,
	work: Promise<Result>,
): Promise<Result> {
	let isOver = false;
	const over = () => {
		isOver = true;
	};
	work.then(over, over);
	while (!isOver) {
		await control.hold();
		await control.advance(await worker.leap());
	}
	return await work;
}
