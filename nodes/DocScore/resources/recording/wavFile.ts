export interface WavFile {
	/** Samples per second; null if the start of the file does not say. */
	sampleRate: number | null;
	/** Whether the file ends without sound, as telephone systems write it for a call without answer. */
	isEmpty: boolean;
}

/**
 * @param head the start of a WAV file
 * @param bytes the size of the whole file
 */
export function readWav(head: Uint8Array, bytes: number): WavFile {
	const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
	let sampleRate: number | null = null;
	let at = 12;
	for (; at + 8 <= head.length; at = chunkEnd(view, at)) {
		// Some programs leave out the byte that follows an odd number of them.
		if (!CHUNK.test(idAt(head, at)) && CHUNK.test(idAt(head, at - 1))) at--;
		const id = idAt(head, at);
		if (id === 'fmt ' && at + 16 <= head.length) sampleRate = view.getUint32(at + 12, true);
		if (id === 'data') return { sampleRate, isEmpty: !hasSound(head, bytes, at + 8) };
	}
	return { sampleRate, isEmpty: at + MOST_HEADERS >= bytes };
}

/** A recorder that was cut off has not written the size, but sound follows. */
function hasSound(head: Uint8Array, bytes: number, from: number): boolean {
	const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
	// Stryker disable next-line BooleanLiteral: zero is the same in any byte order
	if (view.getUint32(from - 4, true) > 0) return from < bytes;
	let at = from;
	while (at + 8 <= head.length && CHUNK.test(idAt(head, at))) at = chunkEnd(view, at);
	// Sound can look like a chunk, but does not end with the file by chance.
	return at !== bytes && at !== bytes + 1;
}

/** Bytes in which no sound follows, only the format and the headers of the last chunks. */
const MOST_HEADERS = 64;

const CHUNK = /^[\w ]{4}$/;

function chunkEnd(view: DataView, at: number): number {
	const size = view.getUint32(at + 4, true);
	return at + 8 + size + (size % 2);
}

const idAt = (bytes: Uint8Array, at: number): string =>
	String.fromCharCode(...bytes.subarray(at, at + 4));
