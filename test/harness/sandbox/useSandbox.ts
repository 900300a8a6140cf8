import type { Sandbox } from './sandbox';
import { openSandbox } from './sandboxHost';

/** Opens a sandbox with a manual clock for the tests of a file and resets it before each test. */
export function useSandbox(started: (sandbox: Sandbox) => void): void {
	let sandbox: Sandbox | undefined;
	beforeAll(async () => {
		sandbox = await openSandbox();
		started(sandbox);
	});
	beforeEach(async () => await sandbox?.control.reset());
	afterAll(async () => await sandbox?.stop());
}
