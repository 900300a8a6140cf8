import { existsSync } from '../node';
import { PROPERTIES } from '../stress/properties';

// What jest does not find, it leaves out without a word.
it.each(PROPERTIES)('npm run stress draws %s, which exists', (path) => {
	expect([path, `${path}.test.ts`].filter(existsSync)).not.toEqual([]);
});
