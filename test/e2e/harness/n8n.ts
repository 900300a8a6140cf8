import { installN8n } from './install';
import { N8nApi } from './n8nApi';
import { freePort } from './ports';
import { ServerProcess } from './serverProcess';
import { UserFolder } from './userFolder';

export interface N8nOptions {
	/** Names the log file. */
	name: string;
	/** The packed package, which is put where n8n looks for community nodes. */
	tarball: string;
	/** Settings of n8n, beside those that keep it on this machine and quiet. */
	environment?: Record<string, string>;
}

/** A real n8n with the package installed, in a user folder of its own. */
export class N8n {
	private server: ServerProcess | undefined;

	private constructor(
		readonly url: string,
		readonly api: N8nApi,
		readonly folder: UserFolder,
		private readonly launch: () => Promise<ServerProcess>,
	) {}

	/** Resolves when the editor can be used, with its owner signed in to `api`. */
	static async start({ name, tarball, environment }: N8nOptions): Promise<N8n> {
		const folder = await UserFolder.create(tarball);
		const port = await freePort();
		const url = `http://127.0.0.1:${port}`;
		const api = new N8nApi(url);
		const settings = {
			...(await folder.environment()),
			N8N_PORT: String(port),
			...environment,
		};
		const isReady = async () => await api.isReady();
		const launch = async () => await startProcess(name, 'start', settings, isReady);
		const n8n = new N8n(url, api, folder, launch);
		await n8n.begin().catch(async (error: unknown) => {
			await n8n.stop();
			throw error;
		});
		return n8n;
	}

	/** Where workflows may read and write files. */
	get filesFolder(): string {
		return this.folder.files;
	}

	/** Id of its process. */
	async pid(): Promise<number> {
		if (this.server) return await this.server.commandPid();
		throw new Error('n8n is not started');
	}

	/** Resolves when its process is gone, whoever ended it. */
	async ended(): Promise<void> {
		await this.server?.ended();
	}

	private async begin(): Promise<void> {
		await this.startAgain();
		await this.api.setUpOwner();
	}

	async startAgain(): Promise<void> {
		this.server = await this.launch();
	}

	async kill(): Promise<void> {
		await this.server?.kill();
	}

	/** Ends it and removes its folder. */
	async stop(): Promise<void> {
		await this.server?.stop();
		await this.folder.remove();
	}
}

/** Starts a worker of an n8n in queue mode; returns how to stop it. */
export async function startWorker({ name, tarball, environment }: N8nOptions) {
	const folder = await UserFolder.create(tarball);
	const port = String(await freePort());
	const settings = {
		...(await folder.environment()),
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: port,
		...environment,
	};
	const isReady = async () => (await fetch(`http://127.0.0.1:${port}/healthz/readiness`)).ok;
	const worker = await startProcess(name, 'worker', settings, isReady);
	return async () => {
		await worker.stop();
		await folder.remove();
	};
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
