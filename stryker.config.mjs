import { resolve } from 'node:path';
import jest from './jest.config.js';

/**
 * Changes the code in small ways and lists the changes that no unit test notices. If a change makes no
 * difference, a comment at its line says why: Stryker disable next-line.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	testRunner: 'jest',
	// Stryker loads the environment itself.
	testRunnerNodeArgs: ['--import', 'tsx'],
	jest: {
		config: {
			...jest,
			roots: ['<rootDir>/test/unit'],
			testEnvironment: resolve('test/harness/jest/workerEnvironment.ts'),
			setupFiles: [...jest.setupFiles, '<rootDir>/test/harness/jest/underStryker.js'],
			// These draw thousands of histories of the trigger, which takes too long for each change.
			testPathIgnorePatterns: ['/unit/trigger/(adversary|liveness|load|smallWorld)'],
		},
	},
	mutate: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	dryRunTimeoutMinutes: 30,
	ignorePatterns: ['/dist', '/test/compat/engines', '/test/compat/install', '/test/e2e/install'],
	reporters: ['clear-text', 'progress-append-only'],
	tempDirName: 'coverage/stryker',
};
