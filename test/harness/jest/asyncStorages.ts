import { AsyncLocalStorage } from '../../node';

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

/**
 * Node.js updates a storage with every promise, from its first use until it is disabled, which n8n never
 * does. So one test file would slow down all following ones.
 */
export function disableStorages(): void {
	for (const storage of inUse) storage.disable();
	inUse.clear();
}
