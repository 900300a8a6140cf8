import {
	cp,
	execFile,
	existsSync,
	join,
	mkdir,
	promisify,
	readFile,
	rm,
	symlink,
	writeFile,
} from '../node';
import type { Compiler } from './compiler';
import { type Failure, firstFailure, type Test } from './firstFailure';
import { type Mutant, mutatedText } from './mutant';
import { type Reached, REACHED, readReached } from './probes';

const run = promisify(execFile);

/** Copies all files of a project except those that git ignores, and builds it. */
export async function copyProject(from: string, to: string): Promise<void> {
	const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
	const { stdout } = await run('git', args, { cwd: from });
	const files = stdout.split('\0').filter((file) => file !== '' && existsSync(join(from, file)));
	await Promise.all(files.map(async (file) => await cp(join(from, file), join(to, file))));
	await symlink(join(from, 'node_modules'), join(to, 'node_modules'));
	await run(join(to, 'node_modules', '.bin', 'gulp'), ['build', '--silent'], { cwd: to });
}

/** A built copy of the project, for one mutant at a time. */
export class Copy {
	private readonly temporary: string;

	constructor(
		private readonly folder: string,
		private readonly compiler: Pick<Compiler, 'compile'>,
	) {
		this.temporary = join(folder, '.temporary');
	}

	/** Replaces the text of a source file, also in the build. */
	async place(file: string, text: string): Promise<void> {
		const built = join(this.folder, 'dist', file.replace(/\.ts$/, '.js'));
		await writeFile(join(this.folder, file), text);
		await writeFile(built, this.compiler.compile(text));
	}

	/** Runs one test file and returns which probes it reaches. */
	async probe(test: Test): Promise<{ failure: Failure | undefined; reached: Reached }> {
		const path = join(this.folder, '.reached');
		await writeFile(path, '');
		const failure = await this.test([test], { [REACHED]: path });
		return { failure, reached: readReached(await readFile(path, 'utf8')) };
	}

	/** Returns the first failure that the mutant causes, and removes the mutant. */
	async try(mutant: Mutant, tests: Test[]): Promise<Failure | undefined> {
		await this.place(mutant.file, mutatedText(mutant));
		const failure = await this.test(tests);
		await this.place(mutant.file, mutant.text);
		return failure;
	}

	private async test(tests: Test[], environment = {}): Promise<Failure | undefined> {
		await mkdir(this.temporary);
		const failure = await firstFailure(this.folder, tests, {
			TMPDIR: this.temporary,
			...environment,
		});
		// Processes that jest started may still write for a moment.
		await rm(this.temporary, { recursive: true, force: true, maxRetries: 5 });
		return failure;
	}
}
