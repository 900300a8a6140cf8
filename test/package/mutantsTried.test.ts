import { Compiler } from '../mutants/compiler';
import { Copy } from '../mutants/copy';
import { type Mutant, mutantsOf } from '../mutants/mutant';
import { withProbes } from '../mutants/probes';
import {
	cp,
	join,
	mkdir,
	mkdtemp,
	process,
	readFile,
	rm,
	symlink,
	tmpdir,
	writeFile,
} from '../node';

const SOURCE = join('nodes', 'grade.ts');
const TEST = 'test/grade.test.ts';

const FILES: Record<string, string> = {
	'jest.config.js': `module.exports = { transform: { '\\\\.ts$': '@swc/jest' } };`,
	'tsconfig.json': '{ "compilerOptions": { "types": [] }, "files": ["nodes/grade.ts"] }',
	[SOURCE]: `export function grade(points: number, ...names: string[]): string {
	const high = points > 3 ? 'high' : 'low';
	while (names.length > 1) {
		names.pop();
	}
	if (points < 0) throw new Error('Too few');
	return [high, ...names].join(' ');
}
`,
	[TEST]: `import { grade } from '../nodes/grade';
test('five is high', () => expect(grade(5)).toBe('high'));
test('one is low', () => expect(grade(1, 'a', 'b')).toBe('low a'));
`,
};

let folder = '';
let compiler: Compiler;
let copy: Copy;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'docscore-tried-'));
	await Promise.all(['dist/nodes', 'nodes', 'test'].map(async (name) => await makeFolder(name)));
	await Promise.all(
		Object.entries(FILES).map(async ([name, text]) => await writeFile(join(folder, name), text)),
	);
	const configuration = join('test', 'mutants', 'jest');
	await cp(configuration, join(folder, configuration), { recursive: true });
	await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
	compiler = new Compiler(folder);
	copy = new Copy(folder, compiler);
});

afterAll(async () => await rm(folder, { recursive: true }));

const makeFolder = async (name: string) => await mkdir(join(folder, name), { recursive: true });

const mutants = mutantsOf('nodes/grade.ts', FILES[SOURCE] ?? '');

function mutantWith(before: string, after: string): Mutant {
	const isAsked = ({ change }: Mutant) => change.before === before && change.after === after;
	const found = mutants.find(isAsked);
	if (!found) throw new Error(`${before} is not changed to ${after}`);
	return found;
}

const attempt = async (mutant: Mutant, limitMs = 60_000) =>
	await copy.try(mutant, [{ file: TEST, limitMs }]);

it('a mutant is caught by the first failing test, and reverted', async () => {
	expect(await attempt(mutantWith('points > 3', 'false'))).toEqual({
		file: TEST,
		test: 'five is high',
	});
	expect(await readFile(join(folder, SOURCE), 'utf8')).toBe(FILES[SOURCE]);
});

it('a mutant survives if no test fails', async () => {
	expect(await attempt(mutantWith('>', '>='))).toBeUndefined();
});

it('a mutant is caught if it never ends', async () => {
	expect(await attempt(mutantWith('names.pop();', '{}'), 2000)).toEqual({
		file: TEST,
		test: 'takes too long',
	});
});

it('reports mutants that cannot run', async () => {
	const { change, ...where } = mutantWith('>', '>=');
	expect(await attempt({ ...where, change: { ...change, after: '' } })).toMatchObject({
		file: TEST,
		test: 'could not be run',
	});
});

it('a mutant is reached by the tests that run its code', async () => {
	const places = [
		mutantWith('points > 3', 'true'),
		mutantWith("'low'", "''"),
		mutantWith('names.pop();', '{}'),
		mutantWith("'Too few'", "''"),
	];
	const probes = places.map(({ change }, at): [number, Mutant['change']] => [at, change]);
	await copy.place(SOURCE, withProbes(FILES[SOURCE] ?? '', probes));
	const { failure, reached } = await copy.probe({ file: TEST, limitMs: 60_000 });
	expect(failure).toBeUndefined();
	expect(reached).toEqual(
		new Map([
			[0, new Set(['five is high', 'one is low'])],
			[1, new Set(['one is low'])],
			[2, new Set(['one is low'])],
		]),
	);
});

it('a mutant must compile', () => {
	const accepts = (text: string) => compiler.accepts('nodes/grade.ts', text);
	const text = FILES[SOURCE] ?? '';
	expect(accepts(text)).toBe(true);
	expect(accepts(text.replace('points > 3', 'points > true'))).toBe(false);
	expect(accepts(text.replace('points > 3', 'points > )'))).toBe(false);
	expect(accepts(text.replace('points > 3', 'false'))).toBe(true);
});
