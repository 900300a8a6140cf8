import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { InputError } from '../../../nodes/DocScore/engine/input/inputError';
import { RunError, ServiceError } from '../../../nodes/DocScore/service/errors';

/** All errors of these classes that are made in the tests of a file, whatever becomes of them. */
export const madeErrors: Error[] = [];

// Enough to see all that led to them.
Error.stackTraceLimit = 50;

for (const each of [InputError, ServiceError, RunError, NodeApiError, NodeOperationError]) {
	const parent: unknown = Object.getPrototypeOf(each);
	if (typeof parent === 'function') Object.setPrototypeOf(each, noting(parent));
}

/** The class, for others to extend, such that what is made of it is noted. */
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
