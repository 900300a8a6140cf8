import createHomes from '../harness/jest/createHomes';
import { installOnce } from '../harness/package/installOnce';
import { join, once, process, spawn } from '../node';

const HOME = join(process.cwd(), 'test', 'compat');
const INSTALL = join(HOME, 'install');

/** Once for all tests: n8n 1.x is there, also for processes that tests start. */
export default async function setUp(): Promise<void> {
	await createHomes();
	await installOnce(INSTALL, install);
	process.env.TSX_TSCONFIG_PATH = join(HOME, 'worker.tsconfig.json');
}

async function install(): Promise<void> {
	const args = ['ci', '--legacy-peer-deps', '--ignore-scripts', '--loglevel=error'];
	const npm = spawn('npm', args, { cwd: INSTALL, stdio: 'inherit' });
	const [code] = await once(npm, 'exit');
	if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with code ${code}`);
}
