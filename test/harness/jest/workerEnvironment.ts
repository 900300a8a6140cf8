import { TestEnvironment } from 'jest-environment-node';
import type { ChildProcess } from '../../node';

declare global {
	/** Processes of this worker of jest that hold a sandbox whenever a file of tests opens one. */
	var idleHosts: ChildProcess[];
}

const ofWorker: ChildProcess[] = [];

/** Where each file of tests runs by itself, but for what is too slow to start for each of them. */
export default class WorkerEnvironment extends TestEnvironment {
	override async setup(): Promise<void> {
		await super.setup();
		this.global.idleHosts = ofWorker;
	}
}
