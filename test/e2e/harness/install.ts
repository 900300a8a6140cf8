import { installOnce } from '../../harness/package/installOnce';
import { createWriteStream, join, mkdir, once, process, spawn } from '../../node';
import { LOGS } from './logs';

/** The n8n that the package is tried in, with the Node.js that it needs. */
export interface N8nInstall {
	/** The folder with `node_modules`. */
	root: string;
	/** Path of Node.js 24. */
	node: string;
	/** Path of n8n's command. */
	cli: string;
}

const ROOT = join(process.cwd(), 'test', 'e2e', 'install');
const MODULES = join(ROOT, 'node_modules');
const BIN = join(MODULES, '.bin');

/** Installs n8n, where that is still to be done. */
export async function installN8n(): Promise<N8nInstall> {
	await installOnce(ROOT, async () => {
		print('Installing n8n, which takes some minutes and 2.5 GB the first time …');
		await mkdir(LOGS, { recursive: true });
		await run('npm', ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund']);
		print('Installing the Node.js that it needs …');
		await run('npm', ['rebuild', 'node', '--foreground-scripts']);
		print('Building its database driver …');
		await buildDatabaseDriver();
	});
	return { root: ROOT, node: join(BIN, 'node'), cli: join(MODULES, 'n8n', 'bin', 'n8n') };
}

/** Built here, since the prebuilt one lies outside of the package registry. */
async function buildDatabaseDriver(): Promise<void> {
	const headers = `node-${process.platform}-${process.arch}`;
	const headersPath = join(MODULES, 'node', 'node_modules', headers);
	const nodeGyp = join(MODULES, 'node-gyp', 'bin', 'node-gyp.js');
	const args = [nodeGyp, 'rebuild', `--nodedir=${headersPath}`];
	await run(join(BIN, 'node'), args, join(MODULES, 'sqlite3'));
}

async function run(command: string, args: string[], cwd = ROOT): Promise<void> {
	const log = createWriteStream(join(LOGS, 'install.log'), { flags: 'a' });
	await once(log, 'open');
	const child = spawn(command, args, { cwd, stdio: ['ignore', log, log] });
	const [code] = await once(child, 'exit');
	log.end();
	if (code === 0) return;
	throw new Error(`${command} ${args.join(' ')} ended with code ${code}, see ${LOGS}/install.log`);
}

const print = (text: string) => void process.stdout.write(`${text}\n`);
