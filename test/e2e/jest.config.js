const base = require('../../jest.config.js');

/**
 * In files that run there as well: n8n 1.x has no files among the data of a workflow, older forms and
 * mail boxes, keeps a file under the name that it came by, removes it with an execution that is not
 * kept, and lets its HTTP Request node send any credential to any host.
 */
const lacking = require('./lacking.json');

/**
 * What does not run on n8n 1.x. The examples hold nodes of versions that only later releases have,
 * and the editor looks another way there; the tests of both would be tests of n8n's own changes.
 */
const NEEDS_N8N_2 = [
	'builder',
	'builderBefore',
	'editor',
	'examples',
	'examplesInBrowser',
	'invoiceExamples',
	'lineItemsInEditor',
	'longDocuments',
	'network',
	'nextMajor',
	'play',
	'redactionInEditor',
	'removal',
	'reviewExample',
	'rulesInEditor',
];

/**
 * What can be tried in an n8n that runs already. All else starts, kills or sets up its own, or looks for
 * what only a fresh one has.
 */
const BY_ADDRESS = ['builder', 'credential', 'operations', 'retryOnFail', 'triggerOutputs'];

const atAddress = {
	testRegex: `/n8n/(${BY_ADDRESS.join('|')})\\.test\\.ts$`,
	testMatch: undefined,
	testNamePattern: '^(?!.*n8n has the requested release)',
};

const { DOCSCORE_N8N: release = '', DOCSCORE_N8N_URL: url } = process.env;
const ofN8n1 = {
	testPathIgnorePatterns: [`/n8n/(${NEEDS_N8N_2.join('|')})\\.test\\.ts$`],
	testNamePattern: `^(?!.*(${lacking.map(({ test }) => test).join('|')}))`,
};

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/e2e/n8n'],
	globalSetup: '<rootDir>/test/e2e/harness/globalSetup.ts',
	setupFiles: [],
	setupFilesAfterEnv: [...base.setupFilesAfterEnv, '<rootDir>/test/e2e/harness/retryOnce.ts'],
	// Two of n8n at once are too much for a small machine.
	maxWorkers: 1,
	testTimeout: 180_000,
	...(url === undefined ? {} : atAddress),
	...(release.startsWith('1.') ? ofN8n1 : {}),
};
