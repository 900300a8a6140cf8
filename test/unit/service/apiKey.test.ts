import { bareKey } from '../../../nodes/DocScore/service/apiKey';

describe('An API key', () => {
	it.each([
		[' abc ', 'abc'],
		['"abc"', 'abc'],
		["'Bearer abc'", 'abc'],
		['bearer  abc', 'abc'],
		['Bearer', ''],
		[undefined, ''],
		['"abc', '"abc'],
		['"abc\'', '"abc\''],
		['"a"bc', '"a"bc'],
		['ab"c"', 'ab"c"'],
		['bearerabc', 'bearerabc'],
		['my bearer abc', 'my bearer abc'],
	])('of %j is %j: only what was copied with it is removed', (given, key) => {
		expect(bareKey(given)).toBe(key);
	});
});
