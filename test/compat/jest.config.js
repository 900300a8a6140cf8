const base = require('../../jest.config.js');
const engines = require('./releases.json');

const { DOCSCORE_N8N: release = engines[0].release } = process.env;
const { folder } = engines.find((engine) => engine.release === release);
const isOwn = folder === '.';
/** What holds on any service is tried on the oldest and the newest release alone. */
const isBetween = folder.includes('/engines/');

const [major, minor] = release.split('.').map(Number);
const isSince = (otherMajor, otherMinor) =>
	major > otherMajor || (major === otherMajor && minor >= otherMinor);

/** What older releases lack, by the first release tried here that has it. */
const SINCE = [
	[2, 30, 'runs that n8n discarded with the former workflow'],
	[2, 37, 'with the (scheduler|durable) state'],
	// How long a poll may take.
	[2, 41, 'a poll ends within the time that n8n gives it'],
	[2, 41, 'a service that does not answer in time'],
	[2, 41, 'is retried only where more than five seconds are left'],
	// Files that are kept among the data of a workflow.
	[2, 41, 'lie among the data where the workflow keeps them there'],
];

/** What the node asks of the service is the same in all releases of n8n. */
const COST_TESTS = ['looks after 200 open runs'];

const left = SINCE.filter(([otherMajor, otherMinor]) => !isSince(otherMajor, otherMinor));
const leftOut = [...left.map(([, , test]) => test), ...COST_TESTS];
const ownBudget = isSince(2, 41) ? ['/pollBudget\\.test\\.ts$'] : [];

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/compat/own', '<rootDir>/test/nodes'],
	testPathIgnorePatterns: [
		'/triggerCost\\.test\\.ts$',
		...ownBudget,
		...(isBetween ? ['/properties/'] : []),
	],
	testNamePattern: `^(?!.*(${leftOut.join('|')}))`,
	globalSetup: '<rootDir>/test/compat/globalSetup.ts',
	...(isOwn
		? {}
		: {
				setupFilesAfterEnv: ['<rootDir>/test/compat/shutDown.ts'],
				moduleNameMapper: {
					'^(n8n-core|n8n-workflow)(/.*)?$': `<rootDir>/${folder}/node_modules/$1$2`,
					...(isSince(2, 30) ? {} : { '/n8nPolling$': '<rootDir>/test/compat/n8nPolling.ts' }),
				},
			}),
};
