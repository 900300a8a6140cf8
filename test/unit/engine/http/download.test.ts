import { splitHead } from '../../../../nodes/DocScore/engine/http/download';
import { HEAD_BYTES } from '../../../../nodes/DocScore/engine/binary/signatures';
import { Readable } from '../../../node';

/** The head and the whole content of a stream that arrives in pieces of these sizes. */
async function split(...sizes: number[]) {
	let at = 0;
	const pieces = sizes.map((size) => Buffer.from(Array.from({ length: size }, () => at++ % 251)));
	const { head, content } = await splitHead(Readable.from(pieces, { objectMode: false }));
	const read: Uint8Array[] = [];
	for await (const part of Buffer.isBuffer(content) ? [content] : content) read.push(part);
	const whole = Buffer.concat(pieces);
	return {
		head,
		isComplete: Buffer.concat(read).equals(whole),
		isStream: !Buffer.isBuffer(content),
		start: whole.subarray(0, HEAD_BYTES),
	};
}

describe('The head of a download', () => {
	it.each([
		['is the whole file if it is short', [7]],
		['consists of several pieces', [9_000, 9_000, 9_000, 9_000]],
		['ends with a piece', [HEAD_BYTES, 3]],
		['ends with the file', [HEAD_BYTES]],
		['ends one byte before the end of a piece', [HEAD_BYTES + 1, 3]],
		['lacks one byte after the first piece', [HEAD_BYTES - 1, 3]],
		['is empty for an empty file', []],
	])('%s, and the content is complete', async (_, sizes) => {
		const { head, isComplete, isStream, start } = await split(...sizes);
		expect(Buffer.from(head)).toEqual(start);
		expect([isComplete, isStream]).toEqual([true, start.length === HEAD_BYTES]);
	});
});
