const base = require('../../jest.config.js');

/**
 * Tests that fail on n8n 1.x in files that otherwise run there. n8n 1.x embeds no files in workflow data,
 * has older forms and mail triggers, keeps the original name of a stored file, deletes it together with an
 * execution that is not saved, and lets its HTTP Request node send any credential to any host.
 */
const lacking = require('./lacking.json');

/**
 * Test files that do not run on n8n 1.x. The examples contain node versions that only later releases have,
 * and the editor looks different there. On n8n 1.x, these tests would only test changes in n8n.
 */
const NEEDS_N8N_2 = [
	'builder',
	'editor',
	'examples',
	'folderExamples',
	'invoiceExamples',
	'invoicesFromEmail',
	'lineItemsInEditor',
	'longDocuments',
	'network',
	'play',
	'rulesInEditor',
];

/**
 * Test files that can run against an n8n that is already running. All others start, kill or configure an
 * n8n of their own, or need a fresh one.
 */
const BY_ADDRESS = ['builder', 'credential', 'operations', 'triggerOutputs'];

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
	// An n8n and its browser mostly wait, for polls and pages.
	maxWorkers: 2,
	testTimeout: 180_000,
	...(url === undefined ? {} : atAddress),
	...(release.startsWith('1.') ? ofN8n1 : {}),
};
