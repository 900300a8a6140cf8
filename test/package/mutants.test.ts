import { apply, changesIn } from '../mutants/changes';
import { EQUIVALENTS } from '../mutants/equivalents';
import { isEquivalent, lineNumber, linesOf, mutantsOf, shuffled } from '../mutants/mutant';
import { type KnownTest, testsThatReach, withProbes } from '../mutants/probes';
import { type Result, scoresOf, shortfalls, tableOf } from '../mutants/score';
import { readFile } from '../node';

/** The results of all changes of one kind to a piece of code. */
const changedBy = (operator: string, text: string): string[] =>
	changesIn(text)
		.filter((change) => change.operator === operator)
		.map((change) => apply(text, change));

describe('a mutant', () => {
	it.each([
		['boundary', 'f(a < b, c >= d);', ['f(a <= b, c >= d);', 'f(a < b, c > d);']],
		['constant', 'f(1, -4);', ['f(2, -4);', 'f(1, -5);', 'f(1, -8);']],
		['constant', 'const WAIT_MS = 60_000;', ['const WAIT_MS = 120000;']],
		['guard', 'if (a) f();', ['if (true) f();', 'if (false) f();']],
		['guard', 'const x = a ? b : c;', ['const x = true ? b : c;', 'const x = false ? b : c;']],
		['guard', 'while (a) f();', ['while (false) f();']],
		['guard', 'for (; a; ) f();', ['for (; false; ) f();']],
		['fallback', 'const x = a ?? b;', ['const x = a;', 'const x = b;']],
		['fallback', 'function f(a: number = 1) {}', ['function f(a: number) {}']],
		['fallback', 'const { a = 1, b } = c;', ['const { a, b } = c;']],
		['statement', 'if (a) f();\nx = 1;', ['if (a) {}\nx = 1;', 'if (a) f();\n{}']],
		['swap', 'f(a && b || c);', ['f(a && b && c);', 'f(a || b || c);']],
		['swap', 'f(a === b, c !== d);', ['f(a !== b, c !== d);', 'f(a === b, c === d);']],
		['swap', 'f(!a, true);', ['f(a, true);', 'f(!a, false);']],
		['emptied', "f('a', '', `b${c}`);", ["f('', '', `b${c}`);", "f('a', '', '');"]],
		['emptied', 'f([a, b], []);', ['f([], []);']],
		['spread', 'f({ ...(a && { b }), ...c });', ['f({ ...{}, ...c });']],
		['spread', 'f([...(a ? [b] : []), ...c]);', ['f([...[], ...c]);']],
	])('can be a %s: %s', (operator, text, expected) => {
		expect(changedBy(operator, text).sort()).toEqual([...expected].sort());
	});

	it.each([
		['comments', "// a < 1\n/* 'b' */"],
		['imports and exports', "import { a } from './a';\nexport { b } from './b';"],
		['types', "type A = 'a' | 1;\ninterface B { c: 2 }\nlet d: 'e' | true;"],
		['names', 'const a = { 404: b, "c d": e };'],
		['targets', '[a, b] = c', ['{}']],
		[
			'what the editor shows',
			"x = { displayName: 'A', description: `B`, placeholder: 'C', hint: 'D', action: 'E' }",
			['{}'],
		],
		['names of options', "x = { name: 'A', value: b }", ['{}']],
		['names of credentials', "class A { displayName = 'A' }"],
	])('never changes %s', (_, text, expected: string[] = []) => {
		expect(changesIn(text).map((change) => apply(text, change))).toEqual(expected);
	});

	it('is shown with its complete lines', () => {
		const text = 'a();\nf(\n\t1 < 2,\n\t3);\nb();';
		const mutant = mutantsOf('a.ts', text).find(({ change }) => change.after === '<=');
		expect(mutant && [lineNumber(mutant), linesOf(mutant)]).toEqual([
			3,
			{ before: '\t1 < 2,', after: '\t1 <= 2,' },
		]);
	});
});

describe('the drawn sample of mutants', () => {
	const text = `${'f(a);'.repeat(100)}${'f(a < b);'.repeat(25)}`;
	const mutants = mutantsOf('a.ts', text);
	const drawn = (seed: number) => shuffled(mutants, seed);

	it('depends only on the seed', () => {
		expect(drawn(1)).toEqual(drawn(1));
		expect(drawn(1)).not.toEqual(drawn(2));
		expect(new Set(drawn(1))).toEqual(new Set(mutants));
	});

	it('contains mutants of all operators', () => {
		const first = drawn(1).slice(0, 30);
		const boundaries = first.filter(({ change }) => change.operator === 'boundary');
		// 125 statements and 25 boundaries are drawn in a ratio of 11 to 5.
		expect(boundaries.length).toBeGreaterThanOrEqual(8);
		expect(boundaries.length).toBeLessThanOrEqual(11);
	});

	it('omits known equivalent mutants, all of which exist in the code', async () => {
		const known = { file: 'a.ts', line: 'f(1 < 2);', before: '<', after: '<=', why: '' };
		const equivalent = mutantsOf('a.ts', '\tf(1 < 2);\n\tf(1 < 3);').filter((mutant) =>
			isEquivalent(mutant, known),
		);
		expect(equivalent.map(lineNumber)).toEqual([1]);
		const found = EQUIVALENTS.map(async (each) =>
			mutantsOf(each.file, await readFile(each.file, 'utf8')).some((mutant) =>
				isEquivalent(mutant, each),
			),
		);
		const isFound = await Promise.all(found);
		expect(EQUIVALENTS.filter((_, at) => !isFound[at])).toEqual([]);
	});
});

it('probes surround their code and nest correctly', () => {
	const text = 'f(1<a&&b<2);g();';
	const probed = withProbes(text, [...changesIn(text).entries()]);
	expect(probed.split('\n')[0]).toBe(
		'{ $reached(0); f(($reached(1), ($reached(2), ($reached(3), 1)<a)' +
			'&&($reached(4), b<($reached(5), ($reached(6), 2))))); }{ $reached(7); g(); }',
	);
});

it('tests that reach a mutant are ordered by coverage and time', () => {
	const test = (file: string, tookMs: number, names: string[]): KnownTest => ({
		file,
		tookMs,
		limitMs: 0,
		reached: new Map(names.length > 0 ? [[7, new Set(names)]] : []),
	});
	const tests = [
		test('long', 9000, ['a']),
		test('elsewhere', 1, []),
		test('short', 1000, ['a']),
		test('thorough', 2000, ['a', 'b', 'c', 'd']),
	];
	const files = testsThatReach(7, tests).map(({ file }) => file);
	expect(files).toEqual(['thorough', 'short', 'long']);
});

describe('the mutation score', () => {
	const [mutant] = mutantsOf('', 'f(1);');
	const result = (file: string, isCaught: boolean): Result[] =>
		mutant
			? [
					{
						mutant: { ...mutant, file },
						failure: isCaught ? { file: 'test', test: 'name' } : undefined,
						tests: 1,
						tookMs: 1,
					},
				]
			: [];
	const scores = scoresOf([
		...result('nodes/DocScore/runs/a.ts', true),
		...result('nodes/DocScore/resources/run/b.ts', false),
		...result('nodes/DocScore/resources/template/c.ts', true),
		...result('credentials/d.ts', true),
		...result('nodes/DocScore/e.node.ts', true),
	]);

	it('is counted for each folder and in total', () => {
		expect(
			tableOf(scores)
				.split(/\n/)
				.map((row) => row.replace(/\s+/g, ' ')),
		).toEqual([
			'folder drawn caught survived',
			'credentials 1 1 0 100 %',
			'nodes 1 1 0 100 %',
			'resources 2 1 1 50 %',
			'runs 1 1 0 100 %',
			'all 5 4 1 80 %',
		]);
	});

	it('is too low if a folder or the total is below its minimum', () => {
		expect(shortfalls(scores, { atLeast: 80, eachAtLeast: 50 })).toEqual([]);
		expect(shortfalls(scores, { atLeast: 81, eachAtLeast: 51 })).toEqual([
			'resources: less than 51 % are caught',
			'all: less than 81 % are caught',
		]);
	});
});
