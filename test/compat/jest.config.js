const base = require('../../jest.config.js');
const engines = require('./releases.json');

const { DOCSCORE_N8N: release = engines[0].release } = process.env;
const { folder } = engines.find((engine) => engine.release === release);
const isOwn = folder === '.';
const line = release.split('.', 2).join('.');

/** Releases before 2.30 poll in another way, see n8nPolling.ts. */
const POLLS_AS_BEFORE = ['1.123', '2.0', '2.4', '2.14', '2.20'];

/** What n8n does not have in some releases, 1.123 being newer than the first of 2.x. */
const LACKING = [
	[POLLS_AS_BEFORE, 'runs that n8n discarded with the former workflow'],
	[[...POLLS_AS_BEFORE, '2.30'], 'with the (scheduler|durable) state'],
	// How long a poll may take.
	[[...POLLS_AS_BEFORE, '2.30', '2.37'], 'a poll ends within the time that n8n gives it'],
	[[...POLLS_AS_BEFORE, '2.30', '2.37'], 'a service that does not answer in time'],
	[[...POLLS_AS_BEFORE, '2.30', '2.37'], 'is retried only where more than five seconds are left'],
	// Files that are kept among the data of a workflow.
	[[...POLLS_AS_BEFORE, '2.30', '2.37'], 'lie among the data where the workflow keeps them there'],
	// The settings of the workflow, which a node is not told.
	[['2.0', '2.4'], 'files that are removed soon: 1'],
	[['2.0', '2.4'], 'A workflow that n8n stops after 5 minutes'],
	// The time until a request is given up is one that tests cannot drive.
	[['2.0', '2.4', '2.14'], 'a poll ends by itself where n8n does not tell'],
];

/** What the node asks of the service is the same in all releases of n8n. */
const COST_TESTS = ['looks after 200 open runs'];

const lacking = LACKING.filter(([lines]) => lines.includes(line));
const leftOut = [...lacking.map(([, test]) => test), ...COST_TESTS];

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/compat/own', '<rootDir>/test/nodes'],
	testPathIgnorePatterns: [
		'/triggerCost\\.test\\.ts$',
		...(isOwn ? ['/pollBudget\\.test\\.ts$'] : []),
		// What holds on any service is a matter of the nodes, and tried on the newest release.
		...(isOwn ? [] : ['/properties/']),
	],
	testNamePattern: `^(?!.*(${leftOut.join('|')}))`,
	globalSetup: '<rootDir>/test/compat/globalSetup.ts',
	...(isOwn
		? {}
		: {
				moduleNameMapper: {
					'^(n8n-core|n8n-workflow)(/.*)?$': `<rootDir>/${folder}/node_modules/$1$2`,
					...(POLLS_AS_BEFORE.includes(line)
						? { '/n8nPolling$': '<rootDir>/test/compat/n8nPolling.ts' }
						: {}),
				},
			}),
};
