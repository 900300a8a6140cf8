import { FORMS, formDigests } from '../harness/package/forms';
import { existsSync, readFile } from '../node';

it('the pictures show the current forms', async () => {
	const taken: unknown = existsSync(FORMS) ? JSON.parse(await readFile(FORMS, 'utf8')) : {};
	const known = new Map(Object.entries(Object(taken)));
	const stale = Object.entries(formDigests())
		.filter(([name, digest]) => known.get(name) !== digest)
		.map(
			([name]) => `The pictures show an older form of ${name}: take them as test/README.md says`,
		);
	expect(stale).toEqual([]);
});
