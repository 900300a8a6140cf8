import { join, readdir, readFile } from '../node';
import type { Change } from './changes';
import type { Compiler } from './compiler';
import type { Copy } from './copy';
import { EQUIVALENTS } from './equivalents';
import { isEquivalent, type Mutant, mutantsOf, mutatedText, shuffled } from './mutant';
import { type KnownTest, testsThatReach, withProbes } from './probes';
import { folderOf, type Result } from './score';

/** Folders with tests that execute the code. */
const TESTS = ['test/unit', 'test/nodes'];
/** Tests of the package, except those that are slow or only look at files. */
const PACKAGE_TESTS = ['contract', 'docs', 'docsService', 'examples', 'messages'];

/**
 * Factor and margin for the time limit of a test file. A change can slow down a test, and so can other
 * processes.
 */
const SLOWER = 3;
const SPARE_MS = 20_000;
const LONGEST_MS = 600_000;

/** The files in a folder of the project, as paths with slashes. */
async function filesIn(project: string, folder: string, ending: string): Promise<string[]> {
	const names = await readdir(join(project, folder), { recursive: true });
	const files = names.filter((name) => name.endsWith(ending)).sort();
	return files.map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

export interface Wish {
	seed: number;
	count: number;
	/** Default: all folders. */
	folder?: string;
}

/** Draws changes that compile. @throws Error if the folder does not exist */
export async function draw(
	project: string,
	{ seed, count, folder }: Wish,
	compiler: Compiler,
): Promise<Mutant[]> {
	const sources = await Promise.all(
		['credentials', 'nodes'].map((place) => filesIn(project, place, '.ts')),
	);
	const files = sources.flat().filter((file) => (folder ?? folderOf(file)) === folderOf(file));
	if (files.length === 0) throw new Error(`The folder ${folder} has no files to change`);
	const mutants = files.map(async (file) =>
		mutantsOf(file, await readFile(join(project, file), 'utf8')),
	);
	const drawn: Mutant[] = [];
	for (const mutant of shuffled((await Promise.all(mutants)).flat(), seed)) {
		if (drawn.length === count) break;
		if (EQUIVALENTS.some((known) => isEquivalent(mutant, known))) continue;
		if (compiler.accepts(mutant.file, mutatedText(mutant))) drawn.push(mutant);
	}
	return drawn;
}

/** Runs all tests without changes, to learn their durations and which places they reach. */
export async function learn(
	project: string,
	copies: Copy[],
	drawn: Mutant[],
): Promise<KnownTest[]> {
	const found = await Promise.all(TESTS.map((place) => filesIn(project, place, '.test.ts')));
	const files = [...PACKAGE_TESTS.map((name) => `test/package/${name}.test.ts`), ...found.flat()];
	const texts = new Map(drawn.map(({ file, text }) => [file, text]));
	const place = async (file: string, text: string) => {
		for (const copy of copies) await copy.place(file, text);
	};
	for (const [file, text] of texts) await place(file, withProbes(text, placesIn(file, drawn)));
	const tests: KnownTest[] = [];
	await shareOut(copies, files, async (copy, file) => {
		const startedAt = Date.now();
		const { failure, reached } = await copy.probe({ file, limitMs: LONGEST_MS });
		if (failure) throw new Error(`${file} fails without any change: ${failure.test}`);
		const tookMs = Date.now() - startedAt;
		tests.push({ file, tookMs, limitMs: SLOWER * tookMs + SPARE_MS, reached });
	});
	for (const [file, text] of texts) await place(file, text);
	return tests;
}

/** The drawn changes of this file, with their numbers. */
const placesIn = (file: string, drawn: Mutant[]): Array<[number, Change]> =>
	[...drawn.entries()].flatMap(
		([number, mutant]): Array<[number, Change]> =>
			mutant.file === file ? [[number, mutant.change]] : [],
	);

/** Reports the result of each mutant as soon as it is known. */
export async function tryOut(
	copies: Copy[],
	drawn: Mutant[],
	tests: KnownTest[],
	tell: (result: Result) => void,
): Promise<void> {
	await shareOut(copies, drawn.entries(), async (copy, [place, mutant]) => {
		const startedAt = Date.now();
		const reaching = testsThatReach(place, tests);
		const failure = reaching.length > 0 ? await copy.try(mutant, reaching) : undefined;
		tell({ mutant, failure, tests: reaching.length, tookMs: Date.now() - startedAt });
	});
}

/** Gives each free copy the next piece of work. */
async function shareOut<T>(
	copies: Copy[],
	pieces: Iterable<T>,
	work: (copy: Copy, piece: T) => Promise<void>,
): Promise<void> {
	const queue = pieces[Symbol.iterator]();
	const serve = async (copy: Copy): Promise<void> => {
		for (let next = queue.next(); !next.done; next = queue.next()) await work(copy, next.value);
	};
	await Promise.all(copies.map(serve));
}
