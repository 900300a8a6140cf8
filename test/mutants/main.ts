import { print, runCommand } from '../harness/command';
import { cp, cpus, join, mkdtempSync, parseArgs, process, rmSync, tmpdir } from '../node';
import { Compiler } from './compiler';
import { Copy, copyProject } from './copy';
import { lineNumber, linesOf, type Mutant } from './mutant';
import { type Result, scoresOf, shortfalls, tableOf } from './score';
import { draw, learn, tryOut } from './tryOut';

/**
 * Makes small changes to the code, drawn by a seed, each in a copy of the project, and lists those that no
 * test notices. `--folder runs` draws only from that folder. It fails if fewer percent are noticed than
 * `--at-least 92` in all, or `--each-at-least 85` in each folder.
 */

const PROJECT = process.cwd();

function readOptions() {
	const { values } = parseArgs({
		options: {
			seed: { type: 'string', default: '1' },
			count: { type: 'string', default: '150' },
			jobs: { type: 'string', default: `${Math.min(2, cpus().length)}` },
			folder: { type: 'string' },
			'at-least': { type: 'string', default: '0' },
			'each-at-least': { type: 'string', default: '0' },
		},
	});
	const { folder, ...texts } = values;
	const number = (name: keyof typeof texts, min = 0): number => {
		const value = Number(texts[name]);
		if (Number.isInteger(value) && value >= min) return value;
		throw new Error(`--${name} must be a whole number of at least ${min}, not ${texts[name]}`);
	};
	return {
		wish: { seed: number('seed'), count: number('count', 1), folder },
		jobs: number('jobs', 1),
		wanted: { atLeast: number('at-least'), eachAtLeast: number('each-at-least') },
	};
}

/** A temporary folder that is removed when this process ends. */
function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'docscore-mutants-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => process.exit(1));
	}
	return folder;
}

async function makeCopies(jobs: number, compiler: Compiler): Promise<Copy[]> {
	const parent = temporaryFolder();
	const folders = Array.from({ length: jobs }, (_, at) => join(parent, `${at}`));
	const [first = '', ...others] = folders;
	await copyProject(PROJECT, first);
	for (const other of others) {
		await cp(first, other, { recursive: true, verbatimSymlinks: true });
	}
	return folders.map((folder) => new Copy(folder, compiler));
}

const whereOf = (mutant: Mutant): string => `${mutant.file}:${lineNumber(mutant)}`;

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

function inOneLine({ change }: Mutant): string {
	const short = (text: string) => {
		const line = text.replace(/\s+/g, ' ');
		return line.length > 60 ? `${line.slice(0, 60)}…` : line;
	};
	return `${short(change.before)} -> ${short(change.after)}`;
}

function lineOf({ mutant, failure, tests, tookMs }: Result): string {
	const change = `${whereOf(mutant)}  ${inOneLine(mutant)}`;
	if (failure) return `caught by ${failure.file} (${seconds(tookMs)})  ${change}  ${failure.test}`;
	return `SURVIVED ${change}  (${tests} test files reach it, ${seconds(tookMs)})`;
}

function diffOf(mutant: Mutant): string {
	const { before, after } = linesOf(mutant);
	const marked = (text: string, sign: string) => text.replace(/^/gm, sign);
	return `${whereOf(mutant)}\n${marked(before, '-')}\n${marked(after, '+')}\n`;
}

async function main(): Promise<number> {
	const { wish, jobs, wanted } = readOptions();
	const startedAt = Date.now();
	const compiler = new Compiler(PROJECT);
	const drawn = await draw(PROJECT, wish, compiler);
	print(`${drawn.length} changes drawn. First, all tests run without them …`);
	const copies = await makeCopies(jobs, compiler);
	const tests = await learn(PROJECT, copies, drawn);
	print(`${tests.length} test files pass (${seconds(Date.now() - startedAt)})`);

	const results: Result[] = [];
	await tryOut(copies, drawn, tests, (result) => {
		results.push(result);
		print(`${results.length}/${drawn.length} ${lineOf(result)}`);
	});
	const survivors = results.filter(({ failure }) => !failure).map(({ mutant }) => mutant);
	const scores = scoresOf(results);
	const short = shortfalls(scores, wanted);
	print(`\n${survivors.map(diffOf).join('\n')}\n${tableOf(scores)}`);
	print([`\n${seconds(Date.now() - startedAt)}`, ...short].join('\n'));
	return short.length > 0 ? 1 : 0;
}

runCommand(main);
