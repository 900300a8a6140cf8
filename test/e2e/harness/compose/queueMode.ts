import { randomBytes } from 'crypto';
import {
	delimiter,
	dirname,
	execFile,
	join,
	mkdtemp,
	process,
	promisify,
	rm,
	tmpdir,
} from '../../../node';
import { installN8n } from '../install';
import { N8n, Worker } from '../n8n';
import { freePort } from '../ports';
import type { ServerProcess } from '../serverProcess';
import { Addresses, type ComposeService, HOST, readServices } from './composeFile';
import { imageOf } from './image';
import { postgresPrograms, startPostgres, startRedis } from './servers';

const run = promisify(execFile);

type Service = 'main' | 'postgres' | 'redis' | 'worker';

/** The ports in the file. Each container has its own. */
const N8N_PORT = '5678';
const POSTGRES_PORT = '5432';
const REDIS_PORT = '6379';

/** The variables that users of the file must set. */
const secrets = (): Record<string, string> => ({
	POSTGRES_PASSWORD: randomBytes(12).toString('hex'),
	N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
});

interface Options {
	/** Prefix of the log names. */
	name: string;
	tarball: string;
	/** Additional variables, besides those in the file. */
	environment?: Record<string, string>;
}

type Container = Pick<ComposeService, 'environment' | 'healthcheck'> & { addresses: Addresses };

/**
 * n8n in queue mode. Runs the containers of examples/queue-mode/compose.yaml as processes on this machine,
 * with the same commands, settings and health checks.
 */
export class QueueMode {
	readonly workers: Worker[] = [];
	private startedMain: N8n | undefined;
	private readonly servers: ServerProcess[] = [];
	private readonly folders: string[] = [];
	private readonly containers = new Map<string, Container>();

	private constructor(
		private readonly services: Record<Service, ComposeService>,
		/** Ports of this machine, by the port in the file. */
		private readonly ports: Record<string, string>,
		private readonly path: string,
	) {}

	static async start(options: Options): Promise<QueueMode> {
		const port = String(await freePort());
		const services = await readServices<Service>({
			...secrets(),
			WEBHOOK_URL: `http://${HOST}:${port}/`,
		});
		const ports = {
			[N8N_PORT]: port,
			[POSTGRES_PORT]: String(await freePort()),
			[REDIS_PORT]: String(await freePort()),
		};
		const programs = [dirname((await installN8n()).node), await postgresPrograms()];
		const path = [...programs, process.env.PATH].join(delimiter);
		const queueMode = new QueueMode(services, ports, path);
		await queueMode.startAll(options).catch(async (error: unknown) => {
			await queueMode.stop();
			throw error;
		});
		return queueMode;
	}

	get main(): N8n {
		if (this.startedMain) return this.startedMain;
		throw new Error('n8n is not started');
	}

	/** The result of each container's health check. */
	async health(): Promise<Record<string, string>> {
		const states = [...this.containers.keys()].map(async (name) => {
			const state = await this.check(name).catch((error: unknown) => String(error));
			return [name, state] as const;
		});
		return Object.fromEntries(await Promise.all(states));
	}

	/** Stops everything, in reverse order of starting. */
	async stop(): Promise<void> {
		await Promise.all(this.workers.map(async (worker) => await worker.stop()));
		await this.startedMain?.stop();
		await Promise.all(this.servers.map(async (server) => await server.stop()));
		for (const folder of this.folders) await rm(folder, { recursive: true, force: true });
	}

	private async startAll(options: Options): Promise<void> {
		const { main, worker } = this.services;
		this.servers.push(await startPostgres(await this.server('postgres', POSTGRES_PORT)));
		this.servers.push(await startRedis(await this.server('redis', REDIS_PORT)));
		const names = Array.from(
			{ length: worker.deploy?.replicas ?? 1 },
			(_, at) => `worker-${at + 1}`,
		);
		const { name, ...others } = options;
		this.startedMain = await N8n.start({ ...this.n8nOf('main', main, this.ports, others), name });
		for (const each of names) {
			const ports = { ...this.ports, [N8N_PORT]: String(await freePort()) };
			const start = this.n8nOf(each, worker, ports, others);
			this.workers.push(await Worker.start({ ...start, name: `${name}-${each}` }));
		}
	}

	/** The options to start a container whose image contains n8n. */
	private n8nOf(
		container: string,
		{ build, environment, healthcheck }: ComposeService,
		ports: Record<string, string>,
		options: Omit<Options, 'name'>,
	) {
		const addresses = new Addresses(Object.keys(this.services), ports);
		const port = ports[N8N_PORT] ?? '';
		this.containers.set(container, { environment, healthcheck, addresses });
		return {
			tarball: options.tarball,
			install: imageOf(build?.dockerfile_inline ?? ''),
			environment: {
				...addresses.of(environment),
				...options.environment,
				N8N_PORT: port,
				QUEUE_HEALTH_CHECK_PORT: port,
			},
		};
	}

	/** The options to start a container whose server is installed on this machine. */
	private async server(name: 'postgres' | 'redis', portInFile: string) {
		const service = this.services[name];
		const addresses = new Addresses([], this.ports);
		this.containers.set(name, { environment: {}, healthcheck: service.healthcheck, addresses });
		const folder = await mkdtemp(join(tmpdir(), `docscore-${name}-`));
		this.folders.push(folder);
		const isReady = async () => (await this.check(name)) === 'healthy';
		return { service, folder, port: this.ports[portInFile] ?? '', isReady };
	}

	/** @throws Error from the container's health check, if it fails */
	private async check(name: string): Promise<'healthy'> {
		const container = this.containers.get(name);
		const [, command = '', ...args] = container?.healthcheck.test ?? [];
		const env = { ...container?.environment, PATH: this.path };
		await run(
			command,
			args.map((arg) => container?.addresses.in(arg) ?? arg),
			{ env },
		);
		return 'healthy';
	}
}
