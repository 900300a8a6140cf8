// Jest loads this file without compiling it, so it is JavaScript.
const { default: Sequencer } = require('@jest/test-sequencer');

/** The test file that noticed the previous change. It often notices the next one, too. */
let killer;

/** Starts with the test file that noticed the previous change, and then with small ones. */
module.exports = class KillerFirst extends Sequencer {
	sort(tests) {
		const size = ({ path, context }) =>
			path === killer ? 0 : (context.hasteFS.getSize(path) ?? 0);
		return [...tests].sort((one, other) => size(one) - size(other));
	}

	cacheResults(_tests, { testResults }) {
		killer = testResults.find((file) => file.numFailingTests > 0)?.testFilePath ?? killer;
	}
};
