const { relative, sep } = require('node:path');

/** Immediately reports the start of each test file and each failed test to the parent process. */
module.exports = class Tell {
	constructor({ rootDir }) {
		this.rootDir = rootDir;
	}

	onTestFileStart({ path }) {
		process.send({ begins: relative(this.rootDir, path).split(sep).join('/') });
	}

	onTestCaseResult(_test, { status, fullName }) {
		if (status === 'failed') process.send({ failed: fullName });
	}

	onTestFileResult(_test, { failureMessage }) {
		if (failureMessage) process.send({ failed: 'could not be run' });
	}
};
