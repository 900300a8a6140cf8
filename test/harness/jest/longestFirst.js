// Jest does not compile it, which is why it is no TypeScript.
const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes ten seconds and more. */
const LONGEST =
	/\/(properties\/\w+|trigger\/(adversary|liveness|load|mutants|smallWorld)|demo|matrix|messages|release|tarball|triggerCost|uploadMemory)\.test\.ts$/;

/**
 * Until jest has timed the files of tests it starts with the largest. Some that take long would be left
 * for the end, when the other workers have nothing to do.
 */
module.exports = class LongestFirst extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		const isLong = ({ path }) => LONGEST.test(path);
		return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
	}
};
