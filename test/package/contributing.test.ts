import { scripts } from '../../package.json';
import { existsSync, join, readFile } from '../node';
import { MarkdownDocument } from './markdown';
import { missing, pathsIn } from './namedPaths';

const NODES = join('nodes', 'DocScore');

/** Scripts that npm runs by itself. */
const BY_NPM = ['prepublishOnly'];

let page: MarkdownDocument;

beforeAll(async () => {
	page = await MarkdownDocument.read('CONTRIBUTING.md');
});

it('CONTRIBUTING.md can be read in one go', async () => {
	const lines = (await readFile('CONTRIBUTING.md', 'utf8')).trimEnd().split('\n');
	expect(lines.length).toBeLessThanOrEqual(140);
});

it('CONTRIBUTING.md lists each script once', () => {
	const [, ...rows] = page.table('Command');
	const listed = rows.map(([command = '']) => command.replace(/^npm (run )?/, ''));
	const known = Object.keys(scripts).filter((script) => !BY_NPM.includes(script));
	expect(listed.sort()).toEqual(known.sort());
});

describe('Where do I look when …', () => {
	const rowsOf = () => page.table('When …', 'File', 'Test').slice(1);

	it('names files that exist', () => {
		const rows = rowsOf().map(([, files = '']) => pathsIn(files));
		expect(rows.length).toBeGreaterThan(20);
		expect(rows.flatMap((paths) => missing(paths, [NODES, '.']))).toEqual([]);
		expect(rows.filter(({ length }) => length === 0)).toEqual([]);
	});

	it('names a test that exists in each row', () => {
		for (const [when, , tests = ''] of rowsOf()) {
			const paths = tests.split(', ');
			expect([when, paths.filter((path) => !existsSync(path))]).toEqual([when, []]);
			expect(paths.every((path) => path.startsWith('test/'))).toBe(true);
		}
	});
});

it('what an operation touches is reminded by tests that exist', () => {
	const [, ...rows] = page.table('Always', 'Reminded by');
	const tests = rows.flatMap(([, reminder = '']) => pathsIn(reminder));
	expect(tests.length).toBeGreaterThan(5);
	expect(tests.filter((path) => !existsSync(path))).toEqual([]);
});
