import { parse } from 'yaml';
import { existsSync, join, readdir, readFile } from '../node';
import { PROPERTIES } from '../stress/properties';

// jest silently ignores paths that it does not find.
it.each(PROPERTIES)('npm run stress draws %s, which exists', (path) => {
	expect([path, `${path}.test.ts`].filter(existsSync)).not.toEqual([]);
});

it('each night changes the code of every folder that has unit tests', async () => {
	const path = join('.github', 'workflows', 'stress.yml');
	const text = await readFile(path, 'utf8');
	expect(text).toMatch(/schedule:\s+- cron: '\d+ \d+ \* \* \*'/);
	const workflow: { jobs: { mutants: { strategy: { matrix: { folder: string[] } } } } } =
		parse(text);
	const folders = await readdir(join('nodes', 'DocScore'));
	const tested = folders.filter((folder) => existsSync(join('test', 'unit', folder)));
	expect(workflow.jobs.mutants.strategy.matrix.folder).toEqual(tested.sort());
});
