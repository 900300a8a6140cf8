import { execFile, promisify } from '../node';
import { readDocuments } from './markdown';

const run = promisify(execFile);

const PATH = /\w[\w/.-]*\.(?:ts|md|mjs|yml|json)\b|\b[a-z]\w*(?:\/\w+)*\/(?=$|[\s,;)])/g;

/** Documents about former files, and about files to add. */
const OF_OTHERS = ['CHANGELOG.md', 'docs/add-an-operation.md'];

/** Files that tools write or read for their user. */
const OF_USERS = ['conformance.md', 'dialect.json'];

it('documents name files and folders that exist', async () => {
	const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard']);
	const files = `\n${stdout}`.replaceAll('\n', '\n/');
	const exists = (path: string) => {
		const end = path.endsWith('/') ? '' : '\n';
		return ['/', '/.'].some((start) => files.includes(start + path + end));
	};
	const documents = (await readDocuments()).filter(({ name }) => !OF_OTHERS.includes(name));
	const missing = documents.flatMap((document) =>
		document
			.all('paragraph', 'tableCell')
			.flatMap(({ text }) => text.match(PATH) ?? [])
			.filter((path) => !exists(path) && !OF_USERS.includes(path))
			.map((path) => `${document.name}: ${path}`),
	);
	expect(documents.length).toBeGreaterThan(15);
	expect(missing).toEqual([]);
});
