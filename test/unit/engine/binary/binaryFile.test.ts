import {
	type BinaryContent,
	BinaryFile,
	openBinary,
	readPart,
} from '../../../../nodes/DocScore/engine/binary/binaryFile';
import { Readable } from '../../../node';

/** Simulates n8n's store with one file, which is read in chunks. */
const store = {
	helpers: {
		getBinaryMetadata: async () => await Promise.resolve({ fileSize: 9 }),
		getBinaryStream: async (id: string, chunk?: number) =>
			await Promise.resolve(Readable.from([Buffer.from(`${id} `), Buffer.from(`${chunk}`)])),
	},
};

const inItem = async (data: string): Promise<BinaryContent> =>
	await openBinary(store, { data, mimeType: 'text/plain' });

async function contentOf({ open }: BinaryContent): Promise<Buffer> {
	const parts: Uint8Array[] = [];
	for await (const part of open()) parts.push(part);
	return Buffer.concat(parts);
}

/** Different bytes, so that a lost or repeated byte is noticed. */
const bytes = (count: number): Buffer =>
	Buffer.from(Array.from({ length: count }, (_, at) => at % 251));

describe('Binary data of an item', () => {
	it.each([0, 1, 2, 3, 4, 196_607, 196_608, 196_609, 500_000])(
		'of %i bytes is read completely',
		async (count) => {
			const whole = bytes(count);
			const content = await inItem(whole.toString('base64'));
			expect(content.bytes).toBe(count);
			expect((await contentOf(content)).equals(whole)).toBe(true);
			for await (const part of content.open()) expect(part.length).toBeLessThanOrEqual(200_000);
		},
	);

	it.each([
		[
			'with line breaks and without padding',
			(text: string) => text.replaceAll(/.{76}/g, '$&\r\n').replace(/=+$/, ''),
		],
		['in the form for URLs', (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')],
	])('can be read repeatedly, %s', async (_, form) => {
		const whole = bytes(400_000);
		const content = await inItem(form(whole.toString('base64')));
		expect(content.bytes).toBe(400_000);
		expect((await contentOf(content)).equals(whole)).toBe(true);
		expect((await contentOf(content)).equals(whole)).toBe(true);
	});
});

test("A chunk of n8n's store, such as a whole file of its database, is read in pieces of 256 kB", async () => {
	const whole = bytes(524_288);
	const getBinaryStream = async () => await Promise.resolve(Readable.from([whole]));
	const helpers = { ...store.helpers, getBinaryStream };
	const content = await openBinary({ helpers }, { id: 'file-1', data: '', mimeType: 'text/plain' });
	const parts: Uint8Array[] = [];
	for await (const part of content.open()) parts.push(part);
	expect(parts.map(({ length }) => length)).toEqual([262_144, 262_144]);
	expect(Buffer.concat(parts).equals(whole)).toBe(true);
});

test('Binary data that n8n stores elsewhere is read in pieces of 256 kB', async () => {
	const content = await openBinary(store, { id: 'file-1', data: 'kept', mimeType: 'text/plain' });
	expect(content.bytes).toBe(9);
	expect((await contentOf(content)).toString()).toBe('file-1 262144');
});

describe('The head of a file', () => {
	/** A file in chunks of three bytes, and a record of the chunks that were read. */
	function pieces() {
		const read: number[] = [];
		const open = async function* () {
			for (let at = 0; at < 12; at += 3) {
				read.push(at);
				yield await Promise.resolve(bytes(12).subarray(at, at + 3));
			}
		};
		return { content: { bytes: 12, open }, read };
	}

	it.each([
		[2, [0], 2],
		[3, [0], 3],
		[4, [0, 3], 4],
		[99, [0, 3, 6, 9], 12],
	])('of %i bytes needs no further pieces', async (count, asked, length) => {
		const { content, read } = pieces();
		expect([...(await readPart(content, 0, count))]).toEqual([...bytes(length)]);
		expect(read).toEqual(asked);
	});
});

describe('A file for a form', () => {
	it('has its size, and streams its content', async () => {
		const file = new BinaryFile(
			await inItem(bytes(300_000).toString('base64')),
			'a.wav',
			'audio/wav',
		);
		expect([file.size, file.name, file.type]).toEqual([300_000, 'a.wav', 'audio/wav']);
		const sent = await new Response(file.stream()).arrayBuffer();
		expect(Buffer.from(sent).equals(bytes(300_000))).toBe(true);
	});

	it('ends its stream and closes its source if the rest is not needed', async () => {
		let isClosed = false;
		const open = async function* () {
			try {
				for (;;) yield await Promise.resolve(bytes(3));
			} finally {
				isClosed = true;
			}
		};
		const file = new BinaryFile({ bytes: 9, open }, 'a.wav', 'audio/wav');
		await file.stopSending();
		const reader = file.stream().getReader();
		await reader.read();
		await file.stopSending();
		await expect(reader.read()).rejects.toThrow('The service does not want the rest of the file');
		expect(isClosed).toBe(true);
		const other = file.stream();
		isClosed = false;
		const again = other.getReader();
		await again.read();
		await again.cancel();
		expect(isClosed).toBe(true);
	});
});
