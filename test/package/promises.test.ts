import { existsSync, join, readFile } from '../node';
import { MarkdownDocument } from './markdown';

const PAGE = join('test', 'promises.md');

it('each promise names a test that exists, by its file and a part of its name', async () => {
	const page = await MarkdownDocument.read(PAGE);
	const rows = page.all('table').flatMap(({ parts: [, ...own] }) => own);
	const tests = rows.map(({ parts }) => parts[1]?.text ?? '');
	expect(tests.length).toBeGreaterThan(70);
	const exists = async (test: string): Promise<boolean> => {
		const [path = '', name = ''] = test.split(' › ');
		const file = join('test', path);
		if (!file.endsWith('.test.ts') || !existsSync(file) || name === '') return false;
		return (await readFile(file, 'utf8')).replaceAll("\\'", "'").includes(name);
	};
	const found = await Promise.all(tests.map(exists));
	expect(tests.filter((_, at) => !found[at])).toEqual([]);
});
