import { pause, process, readFile } from '../node';

const COLLECTIONS = 5;
const SETTLES_WITHIN_MS = 3_000;

/** Settings of an n8n that collects garbage when it is told to, see collect.js. */
export const COLLECTS = {
	NODE_OPTIONS: `--expose-gc --require=${require.resolve('./collect.js')}`,
};

/**
 * The resident memory of an n8n that has nothing to do: the least that is seen while it collects
 * garbage, which by itself it would put off until memory is short.
 */
export async function settledMegabytes(pid: number): Promise<number> {
	let least = Infinity;
	for (let collection = 0; collection < COLLECTIONS; collection++) {
		process.kill(pid, 'SIGUSR2');
		await pause(SETTLES_WITHIN_MS);
		least = Math.min(least, await residentMegabytes(pid));
	}
	return least;
}

async function residentMegabytes(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const [, kilobytes] = /^VmRSS:\s*(\d+) kB$/m.exec(status) ?? [];
	return Number(kilobytes) / 1_024;
}
