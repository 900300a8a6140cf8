import { dirname, existsSync, join } from '../node';
import { MarkdownDocument } from './markdown';

const NODES = join('nodes', 'DocScore');
const PATH = /[\w/.-]+\.ts\b|\b[a-z]\w*(?:\/\w+)*\/(?=$|[\s,;)])/g;
const MOST_LETTERS = 240;

let glossary: MarkdownDocument;

beforeAll(async () => {
	glossary = await MarkdownDocument.read(join('docs', 'glossary.md'));
});

const pathsIn = (text: string): string[] => text.match(PATH) ?? [];

/** Those that exist in none of the folders, nor beside the one before. */
function missing(paths: string[], folders: string[]): string[] {
	let beside: string[] = [];
	return paths.filter((path) => {
		const found = [...folders, ...beside].find((folder) => existsSync(join(folder, path)));
		beside = found === undefined ? [] : [dirname(join(found, path))];
		return found === undefined;
	});
}

describe('Where do I look when …', () => {
	const rowsOf = () => glossary.table('When …', 'File', 'Test').slice(1);

	it('names files that exist, or links to a page that does', () => {
		const rows = rowsOf().map(([when, files = '']) => ({ when, paths: pathsIn(files) }));
		expect(rows.length).toBeGreaterThan(12);
		expect(rows.flatMap(({ paths }) => missing(paths, [NODES, '.']))).toEqual([]);
		const without = rows.filter(({ paths }) => paths.length === 0).map(({ when }) => when);
		expect(without).toEqual(['the trigger emits a run late']);
	});

	it('names a test that exists in each row', () => {
		for (const [when, , tests = ''] of rowsOf()) {
			const paths = tests.split(', ');
			expect([when, paths.filter((path) => !existsSync(path))]).toEqual([when, []]);
			expect(paths.every((path) => path.startsWith('test/'))).toBe(true);
		}
	});
});

/** The entries of each chapter, and where their files are. */
function chapters(): Array<{ folders: string[]; entries: string[] }> {
	const all: Array<{ folders: string[]; entries: string[] }> = [];
	for (const { type, text } of glossary.all('heading', 'listItem')) {
		if (type === 'listItem') all.at(-1)?.entries.push(text);
		else all.push({ folders: ['', ...pathsIn(text)], entries: [] });
	}
	return all.filter(({ entries }) => entries.length > 0);
}

it('the glossary explains each term in a sentence or two', () => {
	const entries = chapters().flatMap((chapter) => chapter.entries);
	expect(entries.length).toBeGreaterThan(80);
	expect(entries.filter((entry) => !/^[^:]+: \S/.test(entry))).toEqual([]);
	expect(entries.filter(({ length }) => length > MOST_LETTERS)).toEqual([]);
});

it('the glossary names files that exist', () => {
	const wrong = chapters().flatMap(({ folders, entries }) => {
		const bases = folders.flatMap((folder) => [join(NODES, folder), join('.', folder)]);
		return entries.flatMap((entry) => missing(pathsIn(entry), bases));
	});
	expect(wrong).toEqual([]);
});
