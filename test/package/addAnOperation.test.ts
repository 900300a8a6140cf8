import {
	cp,
	execFile,
	join,
	mkdtemp,
	process,
	promisify,
	rm,
	symlink,
	tmpdir,
	writeFile,
} from '../node';
import { MarkdownDocument } from './markdown';

const run = promisify(execFile);
const ROOT = process.cwd();

/** The files of the project that the operation and its test need. */
const NEEDED = [
	'credentials',
	'jest.config.js',
	'nodes',
	'package.json',
	'test/harness',
	'test/node.ts',
	'test/sandbox',
];

let folder = '';

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'docscore-docs-'));
});

afterEach(async () => await rm(folder, { recursive: true }));

it('the operation that docs/add-an-operation.md adds passes its own test', async () => {
	const copies = NEEDED.map(
		async (path) => await cp(path, join(folder, path), { recursive: true }),
	);
	await Promise.all(copies);
	await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	const diffs = (await MarkdownDocument.read('docs/add-an-operation.md')).code('diff');
	await writeFile(join(folder, 'added.diff'), `${diffs.join('\n')}\n`);
	await run('git', ['apply', 'added.diff'], { cwd: folder });
	const jest = join(ROOT, 'node_modules', '.bin', 'jest');
	const { stderr } = await run(jest, ['--roots', 'test/nodes'], { cwd: folder });
	expect(stderr).toContain('1 passed, 1 total');
}, 120_000);
