import { TestEnvironment } from 'jest-environment-node';
import { AsyncLocalStorage, type ChildProcess } from '../../node';
import { cacheCompiledCode } from './codeCache';

declare global {
	/** Processes of this jest worker that can open a sandbox for a test file. */
	var idleHosts: ChildProcess[];
}

cacheCompiledCode();

const ofWorker: ChildProcess[] = [];

/** Storages that are in use. Node.js updates them with every promise until they are disabled. */
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

/** The environment of a test file. Only the sandbox processes, which start slowly, are shared between files. */
export default class WorkerEnvironment extends TestEnvironment {
	override async setup(): Promise<void> {
		await super.setup();
		this.global.idleHosts = ofWorker;
	}

	/** n8n never disables its storages, so those of one file would slow down all following files. */
	override async teardown(): Promise<void> {
		for (const storage of inUse) storage.disable();
		inUse.clear();
		await super.teardown();
	}
}
