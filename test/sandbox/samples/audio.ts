/** A WAV file with this many bytes of silence, 16 bits, one channel. */
export function wavOf(soundBytes: number, sampleRate = 8000): Buffer {
	const header = Buffer.alloc(44);
	header.write('RIFF', 0);
	header.writeUInt32LE(36 + soundBytes, 4);
	header.write('WAVEfmt ', 8);
	header.writeUInt32LE(16, 16);
	header.writeUInt16LE(1, 20);
	header.writeUInt16LE(1, 22);
	header.writeUInt32LE(sampleRate, 24);
	header.writeUInt32LE(sampleRate * 2, 28);
	header.writeUInt16LE(2, 32);
	header.writeUInt16LE(16, 34);
	header.write('data', 36);
	header.writeUInt32LE(soundBytes, 40);
	return Buffer.concat([header, Buffer.alloc(soundBytes)]);
}

/** The length of a frame with this header: 417 bytes, or what differs from them. */
const FRAME_BYTES: Record<string, number> = {
	fffb9264: 418,
	fffb5064: 208,
	fffb9464: 384,
	fffb9800: 576,
	fff39000: 261,
	ffe39000: 522,
};

/**
 * An MP3 file with this many frames of silence, MPEG 1 Layer 3, 128 kbit/s, 44.1 kHz.
 * @param headers of the frames in turn, in hexadecimal digits
 */
export function mp3Of(frames: number, headers = ['fffb9000']): Buffer {
	return Buffer.concat(
		Array.from({ length: frames }, (_, index) => {
			const header = headers[index % headers.length] ?? '';
			const frame = Buffer.alloc(FRAME_BYTES[header] ?? 417);
			Buffer.from(header, 'hex').copy(frame);
			return frame;
		}),
	);
}

/** An empty FLAC file: 44.1 kHz, two channels, 16 bits. */
export const flac = Buffer.concat([
	Buffer.from('664c6143800000221000100000000000', 'hex'),
	Buffer.from('00000ac442f00000ac44', 'hex'),
	Buffer.alloc(16),
]);
