import type { N8n } from '../e2e/harness/n8n';
import { pause, process } from '../node';

/** In MB. */
export interface Memory {
	/** Memory of the process, as the operating system counts it. */
	resident: number;
	/** Memory that n8n and its nodes use. */
	heap: number;
}

/** Environment of an n8n that reports its memory and collects garbage on SIGUSR2. */
export const TELLS_MEMORY = {
	N8N_METRICS: 'true',
	NODE_OPTIONS: `--expose-gc --require=${require.resolve('./collect.js')}`,
};

const COLLECTIONS = 4;
const STEADY_WITHIN_MS = 3_000;
const MEGABYTE = 1_048_576;

/** Memory after garbage collection. Without it, n8n collects so late that its memory seems to grow. */
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
