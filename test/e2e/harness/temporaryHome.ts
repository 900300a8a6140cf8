import { join, mkdtemp, process, rm, spawn, tmpdir } from '../../node';

const SWEEPER = require.resolve('./sweeper.js');

/**
 * From now on, this process and its children create temporary files in a new folder. The folder is removed
 * when this process ends, even if it is killed. Returns a function that removes it earlier.
 */
export async function moveIntoTemporaryHome(): Promise<() => Promise<void>> {
	const home = await mkdtemp(join(tmpdir(), 'docscore-trial-'));
	process.env.TMPDIR = home;
	const stdio = ['pipe', 'ignore', 'ignore'] satisfies ['pipe', 'ignore', 'ignore'];
	// Detached, because a terminal sends Ctrl+C to all of its processes.
	spawn(process.execPath, [SWEEPER, home], { stdio, detached: true });
	return async () => await rm(home, { recursive: true, force: true });
}
