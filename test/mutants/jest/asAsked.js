const { resolve } = require('node:path');

/** Test files in the order in which they were asked for. */
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
