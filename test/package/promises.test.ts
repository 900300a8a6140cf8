import { existsSync, join, readdir, readFile } from '../node';
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

it('no test is skipped, and none runs alone', async () => {
	const files = await readdir('test', { recursive: true });
	const tests = files.filter((name) => name.endsWith('.test.ts') && !/node_modules/.test(name));
	expect(tests.length).toBeGreaterThan(200);
	const texts = await Promise.all(
		tests.map(async (name) => [name, await readFile(join('test', name), 'utf8')] as const),
	);
	const marked = texts.filter(([, text]) => /\b(it|test|describe)\.(skip|only|todo)\b/.test(text));
	expect(marked.map(([name]) => name)).toEqual([]);
});
