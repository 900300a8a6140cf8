import { resolve } from 'node:path';
import process from 'node:process';
import jest from './jest.config.js';

/** The code of this folder of nodes/DocScore changes, and the tests of this folder of test/unit look. */
const folder = process.env.FOLDER ?? 'rules';

/**
 * Changes the code in small ways and lists the changes that no unit test of the folder notices. If a change
 * makes no difference, a comment at its line says why: Stryker disable next-line.
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
			// For each change, jest loads all files in its roots that depend on it.
			roots: [`<rootDir>/test/unit/${folder}`],
			testEnvironment: resolve('test/harness/jest/stryker/bailEnvironment.ts'),
			testSequencer: '<rootDir>/test/harness/jest/stryker/killerFirst.js',
			setupFiles: ['<rootDir>/test/harness/jest/stryker/unrefLog.js'],
			// Jest does these once for each change. They are for n8n's engine, which unit tests do without.
			setupFilesAfterEnv: [],
			globalSetup: undefined,
			globalTeardown: undefined,
			// A change often means that a test waits for ever.
			testTimeout: 20_000,
			// These draw many cases, which takes too long for each change.
			testPathIgnorePatterns: ['Drawn', '/unit/trigger/(adversary|liveness|load|smallWorld)'],
		},
	},
	mutate: [`nodes/DocScore/${folder}/**/*.ts`],
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	dryRunTimeoutMinutes: 30,
	// What unit tests need; Stryker copies it.
	ignorePatterns: [
		'**',
		'!*.{js,json,md}',
		'!nodes/**',
		'!{docs,examples}/**',
		'!test/*',
		'!test/{harness,sandbox,unit}/**',
	],
	reporters: ['clear-text', 'progress-append-only', 'event-recorder'],
	eventReporter: { baseDir: `coverage/mutants/${folder}` },
	tempDirName: `coverage/stryker-${folder}`,
};
