import type { INodeExecutionData } from 'n8n-workflow';
import { store } from '../../test/harness/n8n/binaryStore';
import { wavOf } from '../../test/sandbox/samples/audio';

const CHUNK = Buffer.alloc(1024 * 1024);

/** Items with silent recordings of this many bytes, in n8n's file store. */
export async function storeRecordings(count: number, bytes: number): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (let number = 1; number <= count; number++) {
		const file = { fileName: `call-${number}.wav`, mimeType: 'audio/wav' };
		items.push({ json: {}, binary: { data: await store(recording(bytes), file) } });
	}
	return items;
}

function* recording(bytes: number): Generator<Uint8Array> {
	const header = wavOf(0);
	header.writeUInt32LE(bytes - 8, 4);
	header.writeUInt32LE(bytes - header.length, 40);
	yield header;
	for (let left = bytes - header.length; left > 0; left -= CHUNK.length) {
		yield CHUNK.subarray(0, left);
	}
}
