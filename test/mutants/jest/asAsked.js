const { resolve } = require('node:path');

/** Runs the test files in the order of the command line. */
module.exports = class AsAsked {
	constructor({ globalConfig }) {
		this.asked = globalConfig.nonFlagArgs.map((path) => resolve(globalConfig.rootDir, path));
	}

	sort(tests) {
		const rank = ({ path }) => this.asked.indexOf(path);
		return [...tests].sort((a, b) => rank(a) - rank(b));
	}

	cacheResults() {}
};
