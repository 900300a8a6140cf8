const e2e = require('../jest.config.js');

/** @type {import('jest').Config} */
module.exports = { ...e2e, rootDir: '../../..', roots: ['<rootDir>/test/e2e/queue'] };
