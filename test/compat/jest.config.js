const base = require('../../jest.config.js');
const lacking = require('./lacking.json');
const engines = require('./releases.json');

const { DOCSCORE_N8N: release = engines[0].release } = process.env;
const { folder } = engines.find((engine) => engine.release === release);
const isOwn = folder === '.';
const line = release.split('.', 2).join('.');

/** Releases before 2.30 poll in another way, see n8nPolling.ts. */
const POLLS_AS_BEFORE = ['1.123', '2.0', '2.4', '2.14', '2.20'];

/** What n8n does not have in these releases, 1.123 being newer than the first of 2.x; without any, in all. */
const leftOut = lacking.filter(({ releases = [line] }) => releases.includes(line));

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
	testNamePattern: `^(?!.*(${leftOut.map(({ test }) => test).join('|')}))`,
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
