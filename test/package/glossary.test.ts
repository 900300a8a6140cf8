import { join, readdir, readFile } from '../node';
import { MarkdownDocument } from './markdown';
import { missing, pathsIn } from './namedPaths';

const NODES = join('nodes', 'DocScore');
const MOST_LETTERS = 240;

let glossary: MarkdownDocument;

beforeAll(async () => {
	glossary = await MarkdownDocument.read(join('docs', 'glossary.md'));
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
	expect(entries.length).toBeGreaterThan(60);
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

/** The code whose terms the glossary explains, as one text. */
async function code(): Promise<string> {
	const tiers = ['conformance', 'harness', 'nodes', 'sandbox', 'unit'];
	const folders = [NODES, ...tiers.map((tier) => join('test', tier))];
	const paths = folders.map(async (folder) =>
		(await readdir(folder, { recursive: true }))
			.filter((file) => file.endsWith('.ts'))
			.map((file) => join(folder, file)),
	);
	const files = (await Promise.all(paths)).flat();
	return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}

it('the code uses each term of the glossary', async () => {
	const text = (await code()).toLowerCase();
	const terms = glossary.all('strong').flatMap((term) => term.text.toLowerCase().split(/, | /));
	expect(terms.length).toBeGreaterThan(80);
	expect(terms.filter((term) => !text.includes(term))).toEqual([]);
});
