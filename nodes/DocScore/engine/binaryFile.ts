import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

type Bytes = AsyncIterable<Uint8Array>;

/** Chunks in which a stored file is read, in bytes. */
const CHUNK_BYTES = 256 * 1024;

/** Binary data of an item, wherever n8n keeps it: read as often as asked for, never whole. */
export interface BinaryContent {
	bytes: number;
	open(): Bytes;
}

export async function openBinary(
	{ helpers }: Pick<IExecuteFunctions, 'helpers'>,
	{ id, data }: IBinaryData,
): Promise<BinaryContent> {
	if (id === undefined) {
		const decode = () => Buffer.from(data, 'base64');
		return { bytes: decode().length, open: () => once(decode()) };
	}
	const { fileSize } = await helpers.getBinaryMetadata(id);
	const stored = async function* (): AsyncGenerator<Uint8Array> {
		yield* await helpers.getBinaryStream(id, CHUNK_BYTES);
	};
	return { bytes: fileSize, open: stored };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes;
}

/** The first bytes of the content, at most that many. */
export async function readHead({ open }: BinaryContent, count: number): Promise<Uint8Array> {
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const part of open()) {
		parts.push(part);
		length += part.length;
		if (length >= count) break;
	}
	return Buffer.concat(parts).subarray(0, count);
}

/** A file for a form whose content is streamed from n8n's store when the form is sent. */
export class BinaryFile extends File {
	override readonly size: number;

	constructor(
		private readonly content: BinaryContent,
		name: string,
		type: string,
	) {
		super([], name, { type });
		this.size = content.bytes;
	}

	override stream(): ReturnType<File['stream']> {
		const chunks = this.content.open()[Symbol.asyncIterator]();
		return new ReadableStream({
			pull: async (controller) => {
				const { done, value } = await chunks.next();
				if (done) controller.close();
				else controller.enqueue(value);
			},
			cancel: async () => {
				await chunks.return?.();
			},
		});
	}
}
