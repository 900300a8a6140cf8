/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	// By name, because jest looks at every file below its roots, and some folders hold a whole n8n.
	roots: ['engine', 'package', 'sandbox', 'unit'].map((tier) => `<rootDir>/test/${tier}`),
	testMatch: ['**/*.test.ts'],
	transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022' } }] },
	globalSetup: '<rootDir>/test/harness/createHomes.ts',
	globalTeardown: '<rootDir>/test/harness/removeHomes.ts',
	setupFiles: ['<rootDir>/test/harness/environment.ts'],
	testTimeout: 60_000,
};
