const base = require('../../jest.config.js');
const lacking = require('./lacking.json');
const engines = require('./releases.json');

const { DOCSCORE_N8N: release = engines[0].release } = process.env;
const { folder } = engines.find((engine) => engine.release === release);
const isOwn = folder === '.';
const line = release.split('.', 2).join('.');

/** Releases before 2.30 poll in a different way, see n8nPolling.ts. */
const POLLS_AS_BEFORE = ['1.123', '2.0', '2.4', '2.14', '2.20'];

/**
 * The tests of features that these releases lack; without `releases`, all of them lack it. 1.123 is newer
 * than the first 2.x.
 */
const lackedHere = lacking.filter(({ releases = [line] }) => releases.includes(line));

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/compat/own', '<rootDir>/test/nodes'],
	testPathIgnorePatterns: [
		'/triggerCost\\.test\\.ts$',
		...(isOwn ? ['/pollBudget\\.test\\.ts$'] : []),
		// Properties that are true for any service depend only on the nodes, so the newest release is
		// enough.
		...(isOwn ? [] : ['/properties/']),
	],
	testNamePattern: `^(?!.*(${lackedHere.map(({ test }) => test).join('|')}))`,
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
