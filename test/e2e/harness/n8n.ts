import { join, mkdir, pause } from '../../node';
import { installN8n } from './install';
import { LOGS } from './logs';
import { N8nApi } from './n8nApi';
import { freePort } from './ports';
import { type RunningN8n, runningN8n } from './runningN8n';
import { ServerProcess } from './serverProcess';
import { type Install, UserFolder } from './userFolder';

export interface N8nOptions {
	/** Name of the log file. */
	name: string;
	/** Path of the packed package, which is installed as a community node. */
	tarball: string;
	/** How to install it; default: unpack it. */
	install?: Install;
	/** Additional environment variables for n8n. */
	environment?: Record<string, string>;
}

/** A real n8n with the package installed, in its own user folder. */
export class N8n {
	private server: ServerProcess | undefined;

	private constructor(
		readonly url: string,
		readonly api: N8nApi,
		private readonly place: UserFolder | RunningN8n,
		private readonly launch: (more?: Record<string, string>) => Promise<ServerProcess>,
	) {}

	/**
	 * Resolves when the editor is ready and its owner is signed in to `api`. If `npm run e2e` has --url,
	 * this uses the n8n at that URL, which already has the package and its settings.
	 */
	static async start(options: N8nOptions): Promise<N8n> {
		const running = runningN8n();
		return running === null ? await N8n.startOwn(options) : await N8n.at(running);
	}

	private static async at(running: RunningN8n): Promise<N8n> {
		const api = new N8nApi(running.url);
		const launch = async () => {
			throw new Error(`${running.url} was not started by the tests`);
		};
		const n8n = new N8n(running.url, api, running, launch);
		await mkdir(running.files, { recursive: true });
		while (!(await api.isReady().catch(() => false))) await pause(500);
		await api.signIn().catch(async () => await api.setUpOwner());
		return n8n;
	}

	private static async startOwn({ name, tarball, install, environment }: N8nOptions): Promise<N8n> {
		const folder = await UserFolder.create(tarball, install);
		const settings = {
			...(await folder.environment()),
			N8N_PORT: String(await freePort()),
			...environment,
		};
		const url = `http://127.0.0.1:${settings.N8N_PORT}`;
		const api = new N8nApi(url);
		const isReady = async () => await api.isReady();
		const launch = async (more = {}) =>
			await startProcess(name, 'start', { ...settings, ...more }, isReady);
		const n8n = new N8n(url, api, folder, launch);
		await n8n.begin().catch(async (error: unknown) => {
			await n8n.stop();
			throw error;
		});
		return n8n;
	}

	/** The folder that workflows can read and write. */
	get filesFolder(): string {
		return this.place.files;
	}

	/** @throws Error if the tests did not start this n8n */
	get folder(): UserFolder {
		if (this.place instanceof UserFolder) return this.place;
		throw new Error(`The folder of ${this.url} is unknown`);
	}

	/** ID of its process. */
	async pid(): Promise<number> {
		if (this.server) return await this.server.commandPid();
		throw new Error('n8n is not started');
	}

	/** Resolves when its process has ended for any reason. */
	async ended(): Promise<void> {
		await this.server?.ended();
	}

	private async begin(): Promise<void> {
		await this.startAgain();
		await this.api.setUpOwner();
	}

	/** @param more environment variables, in addition to those of the first start */
	async startAgain(more?: Record<string, string>): Promise<void> {
		this.server = await this.launch(more);
	}

	async kill(): Promise<void> {
		await this.server?.kill();
	}

	/** Stops n8n and removes its folder. */
	async stop(): Promise<void> {
		await this.server?.stop();
		if (this.place instanceof UserFolder) await this.place.remove();
	}
}

/** A worker of an n8n in queue mode. */
export class Worker {
	/** @param log path of the log file */
	private constructor(
		readonly log: string,
		private readonly server: ServerProcess,
		private readonly folder: UserFolder,
	) {}

	/** Resolves when the worker accepts executions. */
	static async start({ name, tarball, install, environment }: N8nOptions): Promise<Worker> {
		const folder = await UserFolder.create(tarball, install);
		const settings = {
			...(await folder.environment()),
			QUEUE_HEALTH_CHECK_PORT: String(await freePort()),
			...environment,
		};
		const health = `http://127.0.0.1:${settings.QUEUE_HEALTH_CHECK_PORT}/healthz/readiness`;
		const isReady = async () => (await fetch(health)).ok;
		const server = await startProcess(name, 'worker', settings, isReady);
		return new Worker(join(LOGS, `${name}.log`), server, folder);
	}

	async kill(): Promise<void> {
		await this.server.kill();
	}

	/** Stops the worker and removes its folder. */
	async stop(): Promise<void> {
		await this.server.stop();
		await this.folder.remove();
	}
}

async function startProcess(
	name: string,
	command: 'start' | 'worker',
	environment: Record<string, string>,
	isReady: () => Promise<boolean>,
): Promise<ServerProcess> {
	const { node, cli } = await installN8n();
	const args = [cli, command];
	return await ServerProcess.start({ name, command: node, args, environment, isReady });
}
