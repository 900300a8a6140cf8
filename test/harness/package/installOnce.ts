import { createHash } from 'crypto';
import { join, readFile, writeFile } from '../../node';

/** Installs a folder's packages, unless they were installed from its present lock file before. */
export async function installOnce(folder: string, install: () => Promise<void>): Promise<void> {
	const lock = await readFile(join(folder, 'package-lock.json'));
	const hash = createHash('sha256').update(lock).digest('hex');
	const installedFrom = join(folder, 'node_modules', '.installed-from');
	if ((await readFile(installedFrom, 'utf8').catch(() => '')) === hash) return;
	await install();
	await writeFile(installedFrom, hash);
}
