// Jest loads this file without compiling it, so it is JavaScript.
const { createRequire } = require('node:module');
const { default: Runtime } = require('jest-runtime');

/** Names of modules that are not files of the project. */
const OF_PACKAGE = /^[^./]|\/node_modules\//;

/** Loads packages as Node.js does, once for each worker; the project's own files, for each test file. */
module.exports = class WorkerRuntime extends Runtime {
	constructor(config, environment, resolver, ...more) {
		super(config, environment, resolver, ...more);
		/** The file that `moduleNameMapper` sets for a module. */
		this.mappedFile = (from, name) => resolver.resolveStubModuleName(from, name);
	}

	requireModuleOrMock(from, name) {
		if (!OF_PACKAGE.test(name)) return super.requireModuleOrMock(from, name);
		return createRequire(from)(this.mappedFile(from, name) ?? name);
	}
};
