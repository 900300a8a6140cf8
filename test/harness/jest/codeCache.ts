import { vm } from '../../node';

/** The source of a compiled file, and what V8 needs to compile it again in a fraction of the time. */
interface Compiled {
	source: string;
	data: Buffer | undefined;
}

const compiled = new Map<string | undefined, Compiled>();

const compile = vm.compileFunction;

/**
 * Makes jest compile a file once for each worker. Otherwise it compiles all of n8n again for each test file,
 * because it shares no module between them.
 */
export function cacheCompiledCode(): void {
	vm.compileFunction = (source, parameters, options = {}) => {
		const known = compiled.get(options.filename);
		if (known?.source === source) {
			return compile(source, parameters, { ...options, cachedData: known.data });
		}
		const result = compile(source, parameters, { ...options, produceCachedData: true });
		compiled.set(options.filename, { source, data: result.cachedData });
		return result;
	};
}
