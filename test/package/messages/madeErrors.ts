/**
 * All errors that are made in this file's tests. It is to be imported before the code that makes
 * them, since their classes are made of the Error that they find.
 */
export const madeErrors: Error[] = [];

Error.stackTraceLimit = 50;

globalThis.Error = new Proxy(Error, {
	construct(target, given, made) {
		const error: Error = Reflect.construct(target, given, made);
		madeErrors.push(error);
		return error;
	},
});
