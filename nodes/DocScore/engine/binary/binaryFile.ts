import type { BinaryHelperFunctions, IBinaryData } from 'n8n-workflow';

const CHUNK_BYTES = 256 * 1024;

/**
 * Binary data of an item, wherever n8n keeps it. It can be read repeatedly, in chunks. Only n8n's
 * database returns it as a whole.
 */
export interface BinaryContent {
	bytes: number;
	open(): AsyncGenerator<Uint8Array>;
}

/** n8n's binary store. */
interface Store {
	helpers: Pick<BinaryHelperFunctions, 'getBinaryMetadata' | 'getBinaryStream'>;
}

export async function openBinary(
	{ helpers }: Store,
	{ id, data }: IBinaryData,
): Promise<BinaryContent> {
	if (id === undefined) return { bytes: decodedLength(data), open: () => decoded(data) };
	const { fileSize } = await helpers.getBinaryMetadata(id);
	const stored = async function* (): AsyncGenerator<Uint8Array> {
		const stream: AsyncIterable<Uint8Array> = await helpers.getBinaryStream(id, CHUNK_BYTES);
		for await (const chunk of stream) yield* slices(chunk);
	};
	return { bytes: fileSize, open: stored };
}

/** If n8n keeps files in its database, its stream is one chunk: a slow upload would show no progress. */
function* slices(chunk: Uint8Array): Generator<Uint8Array> {
	for (let at = 0; at < chunk.length; at += CHUNK_BYTES) yield chunk.subarray(at, at + CHUNK_BYTES);
}

/** Decodes base64 in slices: 40 whole recordings would take 40 times their size. */
async function* decoded(data: string): AsyncGenerator<Uint8Array> {
	let left = '';
	for (const digits of base64Digits(data)) {
		const text = left + digits;
		const whole = text.length - (text.length % 4);
		left = text.slice(whole);
		yield Buffer.from(text.slice(0, whole), 'base64');
	}
	yield Buffer.from(left, 'base64');
}

function decodedLength(data: string): number {
	let count = 0;
	for (const digits of base64Digits(data)) count += digits.length;
	return Math.floor((count * 3) / 4);
}

/** Without line breaks and padding, which some nodes write and others do not. */
function* base64Digits(data: string): Generator<string> {
	// Stryker disable next-line EqualityOperator: an empty text at the end adds nothing
	for (let at = 0; at < data.length; at += CHUNK_BYTES) {
		yield data.slice(at, at + CHUNK_BYTES).replace(/[^\w+/-]/g, '');
	}
}

/** The bytes of the content from this one on, at most `count`; fewer if it ends before. */
export async function readPart(
	{ open }: BinaryContent,
	from: number,
	count: number,
): Promise<Uint8Array> {
	const parts: Uint8Array[] = [];
	let passed = 0;
	for await (const part of open()) {
		parts.push(part.subarray(Math.max(0, from - passed)));
		passed += part.length;
		if (passed >= from + count) break;
	}
	return Buffer.concat(parts).subarray(0, count);
}

/** A file for a form. Its content is read in chunks while the form is sent. */
export class BinaryFile extends File {
	override readonly size: number;

	/** Receives the number of bytes of each chunk that is sent. */
	onRead: (bytes: number) => void = () => {};

	private endStream: () => Promise<void> = async () => {};

	constructor(
		private readonly content: BinaryContent,
		name: string,
		type: string,
	) {
		// Stryker disable next-line ArrayDeclaration: nobody reads the content of the base class
		super([], name, { type });
		this.size = content.bytes;
	}

	override stream(): ReturnType<File['stream']> {
		const chunks = this.content.open();
		const close = async () => {
			await chunks.return(undefined);
		};
		return new ReadableStream({
			start: (controller) => {
				this.endStream = async () => {
					controller.error(new Error('The service does not want the rest of the file'));
					await close();
				};
			},
			pull: async (controller) => {
				const { done, value } = await chunks.next();
				if (done) return controller.close();
				this.onRead(value.length);
				controller.enqueue(value);
			},
			cancel: close,
		});
	}

	/** Ends the current stream, if there is one, and with it the request that sends it. */
	async stopSending(): Promise<void> {
		await this.endStream();
	}
}
