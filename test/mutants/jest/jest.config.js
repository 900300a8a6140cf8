const base = require('../../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../../..',
	cacheDirectory: '<rootDir>/.jest',
	maxWorkers: 1,
	reporters: ['<rootDir>/test/mutants/jest/tell.js'],
	testSequencer: '<rootDir>/test/mutants/jest/asAsked.js',
};
