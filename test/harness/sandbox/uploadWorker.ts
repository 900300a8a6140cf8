import { createHash } from 'crypto';
import type { INodeExecutionData } from 'n8n-workflow';
import { clearInterval, process, setInterval } from '../../node';
import { wavOf } from '../../sandbox/samples/audio';
import { store, useFileStore } from '../n8n/binaryStore';
import { runNode } from '../n8n/runNode';

/**
 * A process that uploads recordings from n8n's file store or from items, and reports how much its memory
 * grew. Its argument is an UploadTask as JSON.
 */
export interface UploadTask {
	baseUrl: string;
	apiKey: string;
	count: number;
	bytes: number;
	maxConcurrentRequests: number;
	/** Whether the items themselves contain the recordings, which is a setting of n8n. */
	inItems?: boolean;
}

export interface UploadReport {
	error: string | null;
	uploaded: number;
	sha256: string[];
	/** Peak growth of resident memory, in bytes. */
	extraMemory: number;
}

const CHUNK = Buffer.alloc(1024 * 1024);

/** A WAV file of exactly this many bytes, different for each number. It is never completely in memory. */
function* recording(number: number, bytes: number): Generator<Uint8Array> {
	const header = wavOf(0);
	header.writeUInt32LE(bytes - 8, 4);
	header.writeUInt32LE(bytes - 44, 40);
	yield header;
	for (let left = bytes - header.length; left > 0; left -= CHUNK.length) {
		yield Buffer.from(CHUNK.fill(number + left)).subarray(0, left);
	}
}

async function storeRecording(number: number, { bytes, inItems }: UploadTask) {
	const hash = createHash('sha256');
	const file = { fileName: `call-${number}.wav`, mimeType: 'audio/wav' };
	const content = function* () {
		for (const chunk of recording(number, bytes)) {
			hash.update(chunk);
			yield chunk;
		}
	};
	const data = inItems
		? { ...file, data: Buffer.concat([...content()]).toString('base64') }
		: await store(content(), file);
	const item: INodeExecutionData = { json: {}, binary: { data } };
	return { item, sha256: hash.digest('hex') };
}

async function upload(task: UploadTask): Promise<UploadReport> {
	await useFileStore();
	const recordings: Array<Awaited<ReturnType<typeof storeRecording>>> = [];
	for (let number = 0; number < task.count; number++) {
		recordings.push(await storeRecording(number, task));
	}
	const before = process.memoryUsage.rss();
	let peak = before;
	const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
	const { items, error } = await runNode({
		credential: { baseUrl: task.baseUrl, apiKey: task.apiKey },
		parameters: {
			resource: 'recording',
			operation: 'upload',
			is_inbound: 'inbound',
			languageCode: 'en',
			options: { maxConcurrentRequests: task.maxConcurrentRequests },
		},
		items: recordings.map(({ item }) => item),
	});
	clearInterval(sampling);
	return {
		error: error?.message ?? null,
		uploaded: items.length,
		sha256: recordings.map(({ sha256 }) => sha256),
		extraMemory: peak - before,
	};
}

process.once('message', (task: UploadTask) => {
	void upload(task).then((report) => process.send?.(report, undefined, {}, () => process.exit(0)));
});
