import createHomes from '../harness/jest/createHomes';
import { installOnce } from '../harness/package/installOnce';
import { existsSync, join, once, process, spawn, writeFile } from '../node';
import { engineInUse } from './engines';

/** Installs the engine once for all tests and for the processes that they start. */
export default async function setUp(): Promise<void> {
	await createHomes();
	const { folder } = engineInUse();
	if (folder === process.cwd()) return;
	await installOnce(folder, async () => await install(folder));
	process.env.TSX_TSCONFIG_PATH = await writeWorkerConfig(folder);
}

/** Only the engine that is tested on every push has a lock file. */
async function install(folder: string): Promise<void> {
	const how = existsSync(join(folder, 'package-lock.json'))
		? ['ci']
		: ['install', '--no-package-lock'];
	const args = [...how, '--legacy-peer-deps', '--ignore-scripts', '--loglevel=error'];
	const npm = spawn('npm', args, { cwd: folder, stdio: 'inherit' });
	const [code] = await once(npm, 'exit');
	if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with code ${code}`);
}

/** Processes that tests start resolve their packages by this compiler configuration. */
async function writeWorkerConfig(folder: string): Promise<string> {
	const path = join(folder, 'node_modules', 'worker.tsconfig.json');
	const paths = Object.fromEntries(
		['n8n-core', 'n8n-workflow'].map((name) => [name, [join(folder, 'node_modules', name)]]),
	);
	const settings = {
		extends: join(process.cwd(), 'test', 'tsconfig.json'),
		compilerOptions: { paths },
	};
	await writeFile(path, JSON.stringify(settings));
	return path;
}
