import { randomBytes } from 'crypto';
import { execFile, join, mkdtemp, process, promisify, readdir, rm, tmpdir } from '../../node';
import { freePort } from './ports';
import { ServerProcess } from './serverProcess';

const run = promisify(execFile);

const POSTGRES = '/usr/lib/postgresql';
const HOST = '127.0.0.1';

/** Redis and PostgreSQL, which n8n needs in queue mode, with the settings that lead to them. */
export class QueueServers {
	private constructor(
		readonly environment: Record<string, string>,
		private readonly servers: ServerProcess[],
		private readonly folder: string,
	) {}

	static async start(): Promise<QueueServers> {
		const folder = await mkdtemp(join(tmpdir(), 'docscore-queue-'));
		const redisPort = String(await freePort());
		const postgresPort = String(await freePort());
		const redis = await startRedis(redisPort);
		const postgres = await startPostgres(folder, postgresPort);
		const environment = {
			EXECUTIONS_MODE: 'queue',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			QUEUE_BULL_REDIS_HOST: HOST,
			QUEUE_BULL_REDIS_PORT: redisPort,
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: HOST,
			DB_POSTGRESDB_PORT: postgresPort,
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'postgres',
			N8N_DEFAULT_BINARY_DATA_MODE: 'database',
			N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		};
		return new QueueServers(environment, [redis, postgres], folder);
	}

	async stop(): Promise<void> {
		await Promise.all(this.servers.map(async (server) => await server.stop()));
		await rm(this.folder, { recursive: true, force: true });
	}
}

async function startRedis(port: string): Promise<ServerProcess> {
	const args = ['--port', port, '--bind', HOST, '--save', '', '--appendonly', 'no'];
	const isReady = async () =>
		(await run('redis-cli', ['-h', HOST, '-p', port, 'ping'])).stdout.includes('PONG');
	return await ServerProcess.start({ name: 'redis', command: 'redis-server', args, isReady });
}

async function startPostgres(folder: string, port: string): Promise<ServerProcess> {
	const data = join(folder, 'data');
	const bin = join(POSTGRES, (await readdir(POSTGRES)).at(-1) ?? '', 'bin');
	if (isRoot) await run('chown', ['postgres', folder]);
	const [initialise, ...how] = notAsRoot(join(bin, 'initdb'));
	await run(initialise, [...how, '-D', data, '-U', 'postgres', '--auth=trust']);
	const [command, ...args] = notAsRoot(join(bin, 'postgres'));
	const isReady = async () => {
		await run(join(bin, 'pg_isready'), ['-h', HOST, '-p', port]);
		return true;
	};
	const options = ['-D', data, '-h', HOST, '-p', port, '-k', folder];
	return await ServerProcess.start({
		name: 'postgres',
		command,
		args: [...args, ...options],
		isReady,
	});
}

const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root. */
const notAsRoot = (command: string): [string, ...string[]] =>
	isRoot ? ['runuser', '-u', 'postgres', '--', command] : [command];
