import type { SandboxControl } from '../test/sandbox/control';
import type { Worker } from './n8n/worker';

/**
 * Advances the clocks of a worker with held time and of a service with a manual clock, until the work is
 * done. A request that follows a leap waits until the service has made the same leap.
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
