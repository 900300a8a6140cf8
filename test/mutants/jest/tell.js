const { relative, sep } = require('node:path');

/** Tells the process that started jest which file begins, and each test that fails, at once. */
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
