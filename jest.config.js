const { availableParallelism } = require('node:os');

// Far from UTC and not by whole hours, so that code that ignores time zones fails.
process.env.TZ = 'Asia/Kolkata';

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: '<rootDir>/test/harness/jest/workerEnvironment.ts',
	runtime: '<rootDir>/test/harness/jest/workerRuntime.js',
	// Listed by name, because jest looks at every file in its roots, and other folders contain whole n8n
	// installations.
	roots: ['conformance', 'nodes', 'package', 'sandbox', 'unit'].map(
		(tier) => `<rootDir>/test/${tier}`,
	),
	testMatch: ['**/*.test.ts'],
	testSequencer: '<rootDir>/test/harness/jest/longestFirst.js',
	transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022' } }] },
	globalSetup: '<rootDir>/test/harness/jest/createHomes.ts',
	globalTeardown: '<rootDir>/test/harness/jest/removeHomes.ts',
	setupFiles: ['<rootDir>/test/harness/n8n/environment.ts'],
	setupFilesAfterEnv: ['<rootDir>/test/harness/jest/shutDownEngine.ts'],
	// By default, jest leaves one core free. Tests often wait for another process, such as a sandbox.
	maxWorkers: Math.ceil(1.5 * availableParallelism()),
	// n8n's sleep cannot be ended early, so a worker ends up to LONGEST_SLEEP_MS after its last request.
	workerGracefulExitTimeout: 5_000,
	// Some tests run npm, whose time depends on what else the machine does.
	testTimeout: 180_000,
};
