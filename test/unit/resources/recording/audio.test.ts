import {
	AUDIO_HEAD_BYTES,
	detectAudio,
} from '../../../../nodes/DocScore/resources/recording/audio';
import { flac, mp3Of, wavOf } from '../../../sandbox/samples/audio';

const MP3 = { mimeType: 'audio/mpeg', extension: 'mp3', sampleRate: null };
const wavAt = (sampleRate: number | null) => ({
	mimeType: 'audio/wav',
	extension: 'wav',
	sampleRate,
});
const bytes = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(64)]);
const headOf = (file: Buffer) => file.subarray(0, AUDIO_HEAD_BYTES);

/** A WAV file with another chunk of this size before its format. */
function wavBehind(size: number): Buffer {
	const wav = wavOf(100, 11_025);
	const chunk = Buffer.alloc(8 + size + (size % 2));
	chunk.write('LIST');
	chunk.writeUInt32LE(size, 4);
	return Buffer.concat([wav.subarray(0, 12), chunk, wav.subarray(12)]);
}

describe('detectAudio', () => {
	it.each([
		['MP3', mp3Of(2), MP3],
		['MP3 with a tag', bytes('494433'), MP3],
		['MP3 after a zero byte', Buffer.concat([Buffer.alloc(1), mp3Of(2)]), MP3],
		['MP3 after 4,000 zero bytes', Buffer.concat([Buffer.alloc(4_000), mp3Of(2)]), MP3],
		['MP3 with a tag after zero bytes', bytes('0000494433'), MP3],
		['MPEG 2', bytes('fff39000'), MP3],
		['MPEG 2.5', bytes('ffe39000'), MP3],
		['MP3 with a checksum', bytes('fffa9000'), MP3],
		['WAV', wavOf(100, 16_000), wavAt(16_000)],
		['WAV of 64 bits', Buffer.concat([Buffer.from('RF64'), wavOf(1).subarray(4)]), wavAt(8_000)],
		['WAV with another chunk first', wavBehind(20), wavAt(11_025)],
		['WAV with a chunk of odd size first', wavBehind(21), wavAt(11_025)],
		['WAV with a chunk first whose size is no multiple of 4', wavBehind(22), wavAt(11_025)],
		['WAV whose format comes too late', wavBehind(5_000), wavAt(null)],
		['truncated WAV', wavOf(1).subarray(0, 27), wavAt(null)],
		['WAV that ends after its sample rate', wavOf(1).subarray(0, 28), wavAt(8_000)],
	])('recognizes %s', (_, file, format) => {
		expect(detectAudio(headOf(file))).toEqual(format);
	});

	it.each([
		['nothing', Buffer.alloc(0)],
		['zero bytes alone', Buffer.alloc(5_000)],
		['MP3 after more zero bytes than are read', Buffer.concat([Buffer.alloc(4_096), mp3Of(2)])],
		['WAV after zero bytes', Buffer.concat([Buffer.alloc(4), wavOf(100)])],
		['a reserved version of MPEG', bytes('ffeb9000')],
		['layer 2', bytes('fffd9000')],
		['AAC, whose layer is reserved', bytes('fff19000')],
		['a bit rate that does not exist', bytes('fffbf000')],
		['a bit rate that does not exist, with another bit set', bytes('fffbf100')],
		['a sample rate that does not exist', bytes('fffb9c00')],
		['a sample rate that does not exist, with other bits set', bytes('fffb9f00')],
		['a byte that begins no frame', bytes('fefb9000')],
		['ten set bits', bytes('ffdb9000')],
		['AVI', Buffer.from('RIFF0000AVI LIST')],
		['FLAC', flac],
	])('does not recognize %s', (_, file) => {
		expect(detectAudio(headOf(file))).toBeNull();
	});
});
