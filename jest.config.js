// Far from UTC, and not by whole hours: whoever forgets a zone is wrong here.
process.env.TZ = 'Asia/Kolkata';

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: '<rootDir>/test/harness/jest/workerEnvironment.ts',
	// By name, because jest looks at every file below its roots, and some folders hold a whole n8n.
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
	// By itself, jest would leave one core to whoever watches.
	maxWorkers: '100%',
	testTimeout: 60_000,
};
