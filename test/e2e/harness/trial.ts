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

/** Throws inside of the script, where nothing catches it, as soon as it is asked to. */
const BREAKABLE = `data:text/javascript,process.on('SIGUSR2',()=>{throw new Error('Broken')})`;

/** What jest's own processes are told, and a terminal is not. */
const OUT_OF_JEST = { DOCSCORE_HOMES: undefined, N8N_USER_FOLDER: undefined };

/** A command as somebody starts it in a terminal, with a folder of its own for temporary files. */
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
		const args = ['--import', 'tsx', '--import', BREAKABLE, script];
		const child = spawn(process.execPath, args, {
			env: { ...process.env, ...OUT_OF_JEST, TMPDIR: folder, TSX_DISABLE_CACHE: '1' },
			stdio: ['ignore', 'pipe', 'ignore'],
			detached: true,
		});
		return new Trial(child, folder);
	}

	/** Resolves with the first group of the pattern, once it has been printed. */
	async printed(pattern: RegExp): Promise<string> {
		for (;;) {
			const match = pattern.exec(this.output);
			if (match) return match[1] ?? '';
			this.mustRun();
			await pause(100);
		}
	}

	/** Resolves when one of its temporary files is called so, or the folder that it is in. */
	async wrote(name: string): Promise<void> {
		while (!(await this.files()).some((path) => path.includes(name))) {
			this.mustRun();
			await pause(50);
		}
	}

	/** Of what it has started, the process whose command has this in it. */
	async startedProcess(command: string): Promise<number> {
		const found = (await this.processes()).find(({ args }) => args.includes(command));
		if (found) return found.pid;
		throw new Error(`It has not started ${command}`);
	}

	signal(signal: 'SIGTERM' | 'SIGUSR2'): void {
		process.kill(this.child.pid ?? 0, signal);
	}

	/** As Ctrl+C, for all that belong to the terminal; impatient people press it again. */
	async interrupt(): Promise<void> {
		for (let times = 0; times < 2 && !this.hasEnded(); times++) {
			process.kill(-(this.child.pid ?? 0), 'SIGINT');
			await pause(50);
		}
	}

	/** Ends it in this way; gives the files and processes that it leaves behind. */
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

	/** However it went. */
	async cleanUp(): Promise<void> {
		if (!this.hasEnded()) await this.leftAfter(() => this.signal('SIGTERM'));
		await rm(this.folder, { recursive: true, force: true });
	}

	private async processes(): Promise<RunningProcess[]> {
		return await processesBelow(this.child.pid ?? 0);
	}

	private async files(): Promise<string[]> {
		// Some of them go while they are read.
		return await readdir(this.folder, { recursive: true }).catch(() => ['']);
	}

	private mustRun(): void {
		if (this.hasEnded()) throw new Error(`It has ended: ${this.output}`);
	}

	private hasEnded(): boolean {
		return this.child.exitCode !== null || this.child.signalCode !== null;
	}
}
