import { installOnce } from '../../harness/package/installOnce';
import {
	cp,
	createWriteStream,
	existsSync,
	join,
	mkdir,
	once,
	process,
	readFile,
	spawn,
} from '../../node';
import { LOGS } from './logs';
import { releaseInUse, RELEASES } from './release';

/** An installed n8n with the Node.js version that it needs. */
export interface N8nInstall {
	/** The folder with `node_modules`. */
	root: string;
	/** Path of Node.js 24. */
	node: string;
	/** Path of the n8n command. */
	cli: string;
}

const CI = ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];

/** Installs the selected n8n release, unless it is already installed. */
export async function installN8n(): Promise<N8nInstall> {
	const { version, root } = releaseInUse();
	const modules = join(root, 'node_modules');
	const node = join(modules, '.bin', 'node');
	await installOnce(root, async () => {
		print(`Installing n8n ${version}, which takes some minutes and 2.5 GB the first time …`);
		await mkdir(LOGS, { recursive: true });
		await run('npm', CI, root);
		print('Installing the Node.js that it needs …');
		await run('npm', ['rebuild', 'node', '--foreground-scripts'], root);
		print('Building its database driver …');
		await provideDatabaseDriver(modules, node);
	});
	return { root, node, cli: join(modules, 'n8n', 'bin', 'n8n') };
}

/** Builds the driver, because the prebuilt one cannot be downloaded from npm. */
async function provideDatabaseDriver(modules: string, node: string): Promise<void> {
	const driver = join(modules, 'sqlite3');
	const built = await builtDriverLike(modules);
	if (built !== undefined) {
		await cp(built, join(driver, 'build'), { recursive: true });
		return;
	}
	const headers = `node-${process.platform}-${process.arch}`;
	const headersPath = join(modules, 'node', 'node_modules', headers);
	const nodeGyp = join(modules, 'node-gyp', 'bin', 'node-gyp.js');
	await run(node, [nodeGyp, 'rebuild', `--nodedir=${headersPath}`], driver);
}

/** The folder of the same driver in another installed release with the same Node.js, if there is one. */
async function builtDriverLike(modules: string): Promise<string | undefined> {
	for (const { root } of RELEASES) {
		const others = join(root, 'node_modules');
		const built = join(others, 'sqlite3', 'build');
		const isThere = others !== modules && existsSync(join(others, '.installed-from'));
		if (isThere && existsSync(built) && (await driverIn(others)) === (await driverIn(modules))) {
			return built;
		}
	}
	return undefined;
}

async function driverIn(modules: string): Promise<string> {
	const manifests = ['sqlite3', 'node'].map(
		async (name) => await readFile(join(modules, name, 'package.json'), 'utf8'),
	);
	return (await Promise.all(manifests))
		.map((manifest): { version: string } => JSON.parse(manifest))
		.map(({ version }) => version)
		.join();
}

async function run(command: string, args: string[], cwd: string): Promise<void> {
	const log = createWriteStream(join(LOGS, 'install.log'), { flags: 'a' });
	await once(log, 'open');
	const child = spawn(command, args, { cwd, stdio: ['ignore', log, log] });
	const [code] = await once(child, 'exit');
	log.end();
	if (code === 0) return;
	throw new Error(`${command} ${args.join(' ')} ended with code ${code}, see ${LOGS}/install.log`);
}

const print = (text: string) => void process.stdout.write(`${text}\n`);
