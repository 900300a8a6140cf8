import type { N8n } from '../e2e/harness/n8n';
import { pause, process } from '../node';

/** In MB. */
export interface Memory {
	/** What the process has of the machine's memory. */
	resident: number;
	/** What n8n and its nodes hold on to. */
	heap: number;
}

/** Settings of an n8n that tells its memory, and collects garbage when it is told to. */
export const TELLS_MEMORY = {
	N8N_METRICS: 'true',
	NODE_OPTIONS: `--expose-gc --require=${require.resolve('./collect.js')}`,
};

const COLLECTIONS = 4;
const STEADY_WITHIN_MS = 3_000;
const MEGABYTE = 1_048_576;

/** Once n8n has collected its garbage, which by itself it puts off as if it leaked. */
export async function steadyMemory(n8n: N8n): Promise<Memory> {
	const pid = await n8n.pid();
	for (let collection = 0; collection < COLLECTIONS; collection++) {
		process.kill(pid, 'SIGUSR2');
		await pause(STEADY_WITHIN_MS);
	}
	const metrics = await (await fetch(`${n8n.url}/metrics`)).text();
	const metric = (name: string): number => {
		const [, bytes] = new RegExp(`^\\w*${name} (\\S+)$`, 'm').exec(metrics) ?? [];
		return Number(bytes) / MEGABYTE;
	};
	return {
		resident: metric('process_resident_memory_bytes'),
		heap: metric('nodejs_heap_size_used_bytes'),
	};
}
