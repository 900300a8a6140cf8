// Jest loads this file without compiling it, so it is JavaScript.
const { default: Sequencer } = require('@jest/test-sequencer');

/** Test files that take ten seconds or more, in the real n8n three minutes. */
const LONGEST =
	/\/(examplesInBrowser|longDocuments|rulesInEditor|triggerLife|properties\/\w+|trigger\/(adversary|liveness|load|mutants|smallWorld)|demo|matrix|messages|release|tarball|triggerCost|uploadMemory)\.test\.ts$/;

/**
 * Until jest knows how long the test files take, it starts with the largest ones. Some slow ones would then
 * run last, while the other workers have nothing to do.
 */
module.exports = class LongestFirst extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		const isLong = ({ path }) => LONGEST.test(path);
		return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
	}
};
