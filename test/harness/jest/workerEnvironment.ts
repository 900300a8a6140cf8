import type { JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { type ChildProcess, runInThisContext, vm } from '../../node';
import { disableStorages } from './asyncStorages';

declare global {
	/** Processes of this jest worker that can open a sandbox for a test file. */
	var idleHosts: ChildProcess[];
}

const WORKER: ConstructorParameters<typeof ModuleMocker>[0] = runInThisContext('this');

WORKER.idleHosts = [];

/** Jest needs some context. */
const CONTEXT = vm.createContext();

const compile = vm.compileFunction;

/** Compiles for the worker, whatever the context. */
vm.compileFunction = (source, parameters, options) =>
	compile(source, parameters, { ...options, parsingContext: undefined });

/** Jest keeps the tests of a file, and who is told of them, under symbols with these names. */
const OF_TEST_FILE = ['JEST_STATE_SYMBOL', 'EVENT_HANDLERS'];

/**
 * Runs test files in the global context of the worker. So the errors and arrays of packages are instances
 * of the tests' classes, as in n8n, and workerRuntime.js can load packages once for all test files.
 */
export default class WorkerEnvironment implements JestEnvironment<number> {
	readonly global: JestEnvironment['global'] = runInThisContext('this');

	readonly moduleMocker = new ModuleMocker(WORKER);

	readonly fakeTimers = null;

	readonly fakeTimersModern: ModernFakeTimers;

	constructor({ projectConfig }: JestEnvironmentConfig) {
		// Of the global object itself, this would also replace the timers of Node.js.
		const global = new Proxy(WORKER, {});
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global });
	}

	getVmContext() {
		return CONTEXT;
	}

	exportConditions(): string[] {
		return ['node', 'node-addons'];
	}

	async setup(): Promise<void> {}

	async teardown(): Promise<void> {
		this.fakeTimersModern.dispose();
		disableStorages();
		for (const symbol of Object.getOwnPropertySymbols(WORKER)) {
			const isLeft = OF_TEST_FILE.includes(symbol.description ?? '');
			if (isLeft) Reflect.deleteProperty(WORKER, symbol);
		}
	}
}
