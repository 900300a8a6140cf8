const base = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/e2e/n8n'],
	globalSetup: '<rootDir>/test/e2e/harness/globalSetup.ts',
	setupFiles: [],
	// Two of n8n at once are too much for a small machine.
	maxWorkers: 1,
	testTimeout: 180_000,
};
