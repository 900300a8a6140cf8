const base = require('../../jest.config.js');

/**
 * What n8n 1.x lacks: two of the ways to keep the state of a poll, telling how long it may take,
 * discarding what the former version of a workflow still gives, and keeping files among the data.
 */
const LACKING = [
	'with the (scheduler|durable) state',
	'a poll ends within the time that n8n gives it',
	'a service that does not answer in time',
	'is retried only where more than five seconds are left',
	'runs that n8n discarded with the former workflow',
	'lie among the data where the workflow keeps them there',
];

/** What the node asks of the service is the same in all releases of n8n. */
const COST_TESTS = ['looks after 200 open runs'];

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/compat/n8n1', '<rootDir>/test/nodes'],
	testPathIgnorePatterns: ['/triggerCost\\.test\\.ts$'],
	testNamePattern: `^(?!.*(${[...LACKING, ...COST_TESTS].join('|')}))`,
	globalSetup: '<rootDir>/test/compat/globalSetup.ts',
	setupFilesAfterEnv: ['<rootDir>/test/compat/shutDown.ts'],
	moduleNameMapper: {
		'^(n8n-core|n8n-workflow)(/.*)?$': '<rootDir>/test/compat/install/node_modules/$1$2',
		'/n8nPolling$': '<rootDir>/test/compat/n8nPolling.ts',
	},
};
