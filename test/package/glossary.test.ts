import { join, readdir, readFile } from '../node';
import { MarkdownDocument } from './markdown';

const TIERS = ['conformance', 'harness', 'nodes', 'sandbox', 'unit'];

/** The code whose terms the glossary explains, as one text. */
async function code(): Promise<string> {
	const folders = [join('nodes', 'DocScore'), ...TIERS.map((tier) => join('test', tier))];
	const texts = folders.map(async (folder) => {
		const files = await readdir(folder, { recursive: true });
		const sources = files.filter((file) => file.endsWith('.ts'));
		return await Promise.all(sources.map((file) => readFile(join(folder, file), 'utf8')));
	});
	return (await Promise.all(texts)).flat().join('\n');
}

it('the code uses each term of the glossary', async () => {
	const glossary = await MarkdownDocument.read(join('docs', 'glossary.md'));
	const text = (await code()).toLowerCase();
	const terms = glossary.all('strong').flatMap((term) => term.text.toLowerCase().split(/, | /));
	expect(terms.length).toBeGreaterThan(80);
	expect(terms.filter((term) => !text.includes(term))).toEqual([]);
});
