import type { Download } from '../service/transport';

export type Stream = Exclude<Download['content'], Buffer>;

/** How much of a file's start is enough to tell its type, in bytes. */
const HEAD_BYTES = 1024;

/** The start of a stream, and the whole of it still to be read: at once where there is no more. */
export async function peek(stream: Stream): Promise<Pick<Download, 'content' | 'head'>> {
	const chunks: AsyncIterable<Uint8Array> = stream.iterator({ destroyOnReturn: false });
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of chunks) {
		parts.push(chunk);
		length += chunk.length;
		if (length >= HEAD_BYTES) break;
	}
	const read = Buffer.concat(parts);
	const head = read.subarray(0, HEAD_BYTES);
	if (length < HEAD_BYTES) return { head, content: read };
	stream.unshift(read);
	return { head, content: stream };
}
