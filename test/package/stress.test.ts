import { existsSync } from '../node';
import { PROPERTIES } from '../stress/properties';

// jest silently ignores paths that it does not find.
it.each(PROPERTIES)('npm run stress draws %s, which exists', (path) => {
	expect([path, `${path}.test.ts`].filter(existsSync)).not.toEqual([]);
});
