import { join, mkdtemp, process, rm, spawn, tmpdir } from '../../node';

const SWEEPER = require.resolve('./sweeper.js');

/**
 * From now on, this process and what it starts put their temporary files into a folder that is gone
 * with the process, also where that is killed. Returns how to remove it before.
 */
export async function moveIntoTemporaryHome(): Promise<() => Promise<void>> {
	const home = await mkdtemp(join(tmpdir(), 'docscore-trial-'));
	process.env.TMPDIR = home;
	const stdio = ['pipe', 'ignore', 'ignore'] satisfies ['pipe', 'ignore', 'ignore'];
	// Detached, since a terminal sends Ctrl+C to all that belong to it.
	spawn(process.execPath, [SWEEPER, home], { stdio, detached: true });
	return async () => await rm(home, { recursive: true, force: true });
}
