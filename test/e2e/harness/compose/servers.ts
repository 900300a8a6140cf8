import { execFile, join, process, promisify, readdir, writeFile } from '../../../node';
import { ServerProcess } from '../serverProcess';
import { type ComposeService, HOST } from './composeFile';

const run = promisify(execFile);

/** A container whose server is installed on this machine. */
interface Server {
	service: ComposeService;
	/** Folder of its data. */
	folder: string;
	port: string;
	isReady: () => Promise<boolean>;
}

export async function startRedis({ service, folder, port, isReady }: Server) {
	const [command = '', ...given] = [service.command ?? []].flat();
	const args = [...given, '--port', port, '--bind', HOST, '--dir', folder];
	return await ServerProcess.start({ name: 'redis', command, args, isReady });
}

/** Does what the image does: creates the user and the database first. */
export async function startPostgres({ service, folder, port, isReady }: Server) {
	const { POSTGRES_DB = '', POSTGRES_USER = '', POSTGRES_PASSWORD = '' } = service.environment;
	const bin = await postgresPrograms();
	const data = join(folder, 'data');
	const password = join(folder, 'password');
	await writeFile(password, POSTGRES_PASSWORD);
	if (isRoot) await run('chown', ['-R', 'postgres', folder]);
	const [initialise, ...how] = notAsRoot(join(bin, 'initdb'));
	const access = [`--username=${POSTGRES_USER}`, '--auth=scram-sha-256', `--pwfile=${password}`];
	await run(initialise, [...how, '-D', data, ...access]);
	const [command, ...args] = notAsRoot(join(bin, 'postgres'));
	const options = ['-D', data, '-h', HOST, '-p', port, '-k', folder];
	const server = await ServerProcess.start({
		name: 'postgres',
		command,
		args: [...args, ...options],
		isReady,
	});
	const where = [`--host=${HOST}`, `--port=${port}`, `--username=${POSTGRES_USER}`];
	const env = { ...process.env, PGPASSWORD: POSTGRES_PASSWORD };
	await run(join(bin, 'createdb'), [...where, POSTGRES_DB], { env });
	return server;
}

const POSTGRES = '/usr/lib/postgresql';

/** The folder of Debian's newest PostgreSQL programs. */
export const postgresPrograms = async (): Promise<string> =>
	join(POSTGRES, (await readdir(POSTGRES)).at(-1) ?? '', 'bin');

const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root. */
const notAsRoot = (command: string): [string, ...string[]] =>
	isRoot ? ['runuser', '-u', 'postgres', '--', command] : [command];
