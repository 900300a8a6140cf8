import { resolve } from 'node:path';
import process from 'node:process';
import jest from './jest.config.js';

/** The code of this folder of nodes/DocScore changes. */
const folder = process.env.FOLDER ?? 'rules';

/** Folders of test, separated by commas, whose tests look. */
const tests = (process.env.TESTS ?? `unit/${folder}`).split(',');

/**
 * Changes the code in small ways and lists the changes that no test notices. If a change makes no
 * difference, a comment at its line says why: Stryker disable next-line.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	testRunner: 'jest',
	// Stryker loads the environment itself.
	testRunnerNodeArgs: ['--import', 'tsx'],
	jest: {
		// For each change, jest loads the files in its roots that import the changed file. Tests of the nodes
		// import it through others, which jest does not see.
		enableFindRelatedTests: tests.every((one) => one.startsWith('unit/')),
		config: {
			...jest,
			roots: tests.map((one) => `<rootDir>/test/${one}`),
			testEnvironment: resolve('test/harness/jest/stryker/bailEnvironment.ts'),
			testSequencer: '<rootDir>/test/harness/jest/stryker/killerFirst.js',
			setupFiles: [...jest.setupFiles, '<rootDir>/test/harness/jest/stryker/unrefLog.js'],
			// Jest would run these for each change. They end n8n's engine, but Stryker ends the whole process.
			setupFilesAfterEnv: [],
			globalSetup: undefined,
			globalTeardown: undefined,
			// These draw many cases, which takes too long for each change.
			testPathIgnorePatterns: ['Drawn', '/unit/trigger/(adversary|liveness|load|smallWorld)'],
		},
	},
	mutate: [`nodes/DocScore/${folder}/**/*.ts`],
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	dryRunTimeoutMinutes: 30,
	// What tests need; Stryker copies it.
	ignorePatterns: [
		'**',
		'!*.{js,json,md}',
		'!{credentials,docs,examples,icons,nodes}/**',
		'!test/*',
		'!test/{conformance,harness,nodes,package,sandbox,unit}/**',
	],
	reporters: ['clear-text', 'progress-append-only', 'event-recorder'],
	eventReporter: { baseDir: `coverage/mutants/${folder}` },
	tempDirName: `coverage/stryker-${folder}`,
};
