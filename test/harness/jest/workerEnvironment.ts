import { TestEnvironment } from 'jest-environment-node';
import { AsyncLocalStorage, type ChildProcess } from '../../node';

declare global {
	/** Processes of this worker of jest that hold a sandbox whenever a file of tests opens one. */
	var idleHosts: ChildProcess[];
}

const ofWorker: ChildProcess[] = [];

/** Storages that Node looks at whenever a promise is made, until they are disabled. */
const inUse = new Set<AsyncLocalStorage<unknown>>();

for (const name of ['run', 'enterWith'] as const) {
	const actual: (...args: never[]) => unknown = AsyncLocalStorage.prototype[name];
	AsyncLocalStorage.prototype[name] = function (
		this: AsyncLocalStorage<unknown>,
		...args: unknown[]
	) {
		inUse.add(this);
		return Reflect.apply(actual, this, args);
	};
}

/** Where each file of tests runs by itself, but for what is too slow to start for each of them. */
export default class WorkerEnvironment extends TestEnvironment {
	override async setup(): Promise<void> {
		await super.setup();
		this.global.idleHosts = ofWorker;
	}

	/** n8n never disables its storages, and those of one file would slow down all after it. */
	override async teardown(): Promise<void> {
		for (const storage of inUse) storage.disable();
		inUse.clear();
		await super.teardown();
	}
}
