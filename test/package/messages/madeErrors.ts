import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { InputError } from '../../../nodes/DocScore/engine/input/inputError';
import { RunError, ServiceError } from '../../../nodes/DocScore/service/errors';

/** All errors of these classes that are created during the tests of a file. */
export const madeErrors: Error[] = [];

// Deep enough for the whole call stack.
Error.stackTraceLimit = 50;

for (const each of [InputError, ServiceError, RunError, NodeApiError, NodeOperationError]) {
	const parent: unknown = Object.getPrototypeOf(each);
	if (typeof parent === 'function') Object.setPrototypeOf(each, noting(parent));
}

/** The same class, but it records its instances and those of its subclasses. */
function noting<T extends object>(parent: T): T {
	return new Proxy(parent, {
		construct(target, given, made) {
			if (typeof target !== 'function') throw new TypeError('Only classes can be extended');
			const error: Error = Reflect.construct(target, given, made);
			madeErrors.push(error);
			return error;
		},
	});
}
