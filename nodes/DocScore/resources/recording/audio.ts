export interface AudioFormat {
	mimeType: 'audio/mpeg' | 'audio/wav';
	extension: 'mp3' | 'wav';
	/** Samples per second; null if the start of the file does not say. */
	sampleRate: number | null;
}

/** Bytes at the start of a file that suffice to detect its format. */
export const AUDIO_HEAD_BYTES = 4096;

/** The format of a recording, detected from its first bytes; null if it is neither MP3 nor WAV. */
export function detectAudio(head: Uint8Array): AudioFormat | null {
	if (isWav(head)) {
		return { mimeType: 'audio/wav', extension: 'wav', sampleRate: wavSampleRate(head) };
	}
	// Some recorders write zero bytes before an MP3.
	const start = head.subarray(
		Math.max(
			0,
			head.findIndex((byte) => byte !== 0),
		),
	);
	const mp3 = textAt(start, 0, 3) === 'ID3' || isMpegLayer3(start);
	return mp3 ? { mimeType: 'audio/mpeg', extension: 'mp3', sampleRate: null } : null;
}

function isWav(head: Uint8Array): boolean {
	return ['RIFF', 'RF64'].includes(textAt(head, 0, 4)) && textAt(head, 8, 4) === 'WAVE';
}

/** An MPEG frame starts with 11 set bits, followed by version, layer, bit rate and sample rate. */
function isMpegLayer3([first, second = 0, third = 0]: Uint8Array): boolean {
	const sync = first === 0xff && (second & 0xe0) === 0xe0;
	const reservedVersion = (second & 0x18) === 0x08;
	const layer3 = (second & 0x06) === 0x02;
	const badBitRate = (third & 0xf0) === 0xf0;
	const badSampleRate = (third & 0x0c) === 0x0c;
	return sync && layer3 && !reservedVersion && !badBitRate && !badSampleRate;
}

/**
 * Walks through the chunks, because others may precede the format chunk. In samples per second.
 */
function wavSampleRate(head: Uint8Array): number | null {
	const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
	for (let at = 12; at + 16 <= head.length; ) {
		if (textAt(head, at, 4) === 'fmt ') return view.getUint32(at + 12, true);
		const size = view.getUint32(at + 4, true);
		at += 8 + size + (size % 2);
	}
	return null;
}

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
	String.fromCharCode(...bytes.subarray(at, at + length));
