import {
	type ChildProcess,
	join,
	mkdtemp,
	once,
	pause,
	process,
	readdir,
	rm,
	spawn,
	tmpdir,
} from '../../node';
import { processesBelow, type RunningProcess, stillRunning } from './processes';

const ENDS_WITHIN_MS = 20_000;

/** Variables that jest sets and a terminal does not. */
const OUT_OF_JEST = { DOCSCORE_HOMES: undefined, N8N_USER_FOLDER: undefined };

/** A command that runs as in a terminal, with its own folder for temporary files. */
export class Trial {
	private output = '';

	private constructor(
		private readonly child: ChildProcess,
		private readonly folder: string,
	) {
		child.stdout?.setEncoding('utf8').on('data', (text: string) => {
			this.output += text;
		});
	}

	static async start(script: string): Promise<Trial> {
		const folder = await mkdtemp(join(tmpdir(), 'docscore-terminal-'));
		const args = ['--import', 'tsx', script];
		const child = spawn(process.execPath, args, {
			env: { ...process.env, ...OUT_OF_JEST, TMPDIR: folder, TSX_DISABLE_CACHE: '1' },
			stdio: ['ignore', 'pipe', 'ignore'],
			detached: true,
		});
		return new Trial(child, folder);
	}

	/** Resolves with the first group of the pattern as soon as the output matches it. */
	async printed(pattern: RegExp): Promise<string> {
		for (;;) {
			const match = pattern.exec(this.output);
			if (match) return match[1] ?? '';
			this.mustRun();
			await pause(100);
		}
	}

	/** Simulates Ctrl+C for all processes of the terminal, twice, because impatient people press it again. */
	async interrupt(): Promise<void> {
		for (let times = 0; times < 2 && !this.hasEnded(); times++) {
			process.kill(-(this.child.pid ?? 0), 'SIGINT');
			await pause(50);
		}
	}

	/** Ends the command and returns the files and processes that are left over. */
	async leftAfter(end: () => unknown): Promise<string[]> {
		const processes = await this.processes();
		await end();
		if (!this.hasEnded()) await once(this.child, 'exit');
		const deadline = Date.now() + ENDS_WITHIN_MS;
		for (;;) {
			const left = [...(await this.files()), ...(await stillRunning(processes))];
			if (left.length === 0 || Date.now() > deadline) return left;
			await pause(100);
		}
	}

	/** Stops the command if it still runs, and removes its folder. */
	async cleanUp(): Promise<void> {
		if (!this.hasEnded()) await this.leftAfter(() => this.child.kill());
		await rm(this.folder, { recursive: true, force: true });
	}

	private async processes(): Promise<RunningProcess[]> {
		return await processesBelow(this.child.pid ?? 0);
	}

	private async files(): Promise<string[]> {
		// Some files disappear while they are listed.
		return await readdir(this.folder, { recursive: true }).catch(() => ['']);
	}

	private mustRun(): void {
		if (this.hasEnded()) throw new Error(`It has ended: ${this.output}`);
	}

	private hasEnded(): boolean {
		return this.child.exitCode !== null || this.child.signalCode !== null;
	}
}
