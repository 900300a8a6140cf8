import { createHash } from 'crypto';
import { existsSync, join, readFile, writeFile } from '../../node';

/** Installs the packages of a folder, unless its lock file or package.json is unchanged since the last time. */
export async function installOnce(folder: string, install: () => Promise<void>): Promise<void> {
	const lock = join(folder, 'package-lock.json');
	const asked = await readFile(existsSync(lock) ? lock : join(folder, 'package.json'));
	const hash = createHash('sha256').update(asked).digest('hex');
	const installedFrom = join(folder, 'node_modules', '.installed-from');
	if ((await readFile(installedFrom, 'utf8').catch(() => '')) === hash) return;
	await install();
	await writeFile(installedFrom, hash);
}
