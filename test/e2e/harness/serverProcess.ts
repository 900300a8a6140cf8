import {
	type ChildProcess,
	execFile,
	join,
	mkdir,
	once,
	openSync,
	pause,
	process,
	promisify,
	spawn,
} from '../../node';
import { LOGS } from './logs';

const run = promisify(execFile);

export interface ServerCommand {
	/** Name of the log file. */
	name: string;
	command: string;
	args: string[];
	environment?: Record<string, string>;
	/** Whether the server answers. */
	isReady: () => Promise<boolean>;
}

const LEASH = require.resolve('./leash.js');
const READY_WITHIN_MS = 180_000;
const STOPS_WITHIN_MS = 20_000;

/** A server and all processes that it starts. None of them outlives the process that started the server. */
export class ServerProcess {
	private constructor(
		private readonly child: ChildProcess,
		private readonly name: string,
	) {}

	/**
	 * Resolves when the server answers. @throws Error that names the log, if it ends or does not answer in
	 * time
	 */
	static async start({ name, command, args, environment, isReady }: ServerCommand) {
		await mkdir(LOGS, { recursive: true });
		const log = openSync(join(LOGS, `${name}.log`), 'a');
		const child = spawn(process.execPath, [LEASH, command, ...args], {
			env: environment,
			stdio: ['pipe', log, log],
			detached: true,
		});
		const server = new ServerProcess(child, name);
		// If the server ends by itself, its child processes would otherwise keep running.
		child.once('exit', () => server.signal('SIGKILL'));
		await server.answers(isReady).catch(async (error: unknown) => {
			await server.kill();
			throw error;
		});
		return server;
	}

	/** ID of the server's own process, a child of leash.js. */
	async commandPid(): Promise<number> {
		const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(this.child.pid)]);
		return Number(stdout);
	}

	/** Resolves when the server has ended for any reason. */
	async ended(): Promise<void> {
		if (!this.hasEnded()) await once(this.child, 'exit');
	}

	/** Ends the server without any warning, like a power cut. */
	async kill(): Promise<void> {
		await this.end('SIGKILL');
	}

	/** Lets the server finish its work first. */
	async stop(): Promise<void> {
		const late = new AbortController();
		const ending = this.end('SIGTERM').finally(() => late.abort());
		const overdue = pause(STOPS_WITHIN_MS, 'overdue', { signal: late.signal }).catch(() => 'ended');
		if ((await Promise.race([ending, overdue])) === 'overdue') await this.kill();
	}

	private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
		if (this.hasEnded()) return;
		const ended = this.ended();
		this.signal(signal);
		await ended;
	}

	private signal(signal: 'SIGKILL' | 'SIGTERM'): void {
		try {
			if (this.child.pid !== undefined) process.kill(-this.child.pid, signal);
		} catch {
			// The process group has already ended.
		}
	}

	private hasEnded(): boolean {
		return this.child.exitCode !== null || this.child.signalCode !== null;
	}

	private async answers(isReady: () => Promise<boolean>): Promise<void> {
		const deadline = Date.now() + READY_WITHIN_MS;
		while (!(await isReady().catch(() => false))) {
			if (this.hasEnded()) throw new Error(`${this.name} ended, see ${this.name}.log in ${LOGS}`);
			if (Date.now() > deadline) throw new Error(`${this.name} does not answer, see ${LOGS}`);
			await pause(250);
		}
	}
}
