import { readWav } from '../../../../nodes/DocScore/resources/recording/wavFile';
import { wavOf } from '../../../sandbox/samples/audio';

const chunk = (id: string, size: number): Buffer => {
	const bytes = Buffer.alloc(8 + size + (size % 2));
	bytes.write(id);
	bytes.writeUInt32LE(size, 4);
	return bytes;
};

/** A WAV file with other chunks before its format, or behind its sound. */
const wavWith = (before: Buffer[], soundBytes: number, behind: Buffer[] = []) => {
	const wav = wavOf(soundBytes, 11_025);
	return Buffer.concat([wav.subarray(0, 12), ...before, wav.subarray(12), ...behind]);
};

const HEAD = 24 * 1024;
const read = (file: Buffer) => readWav(file.subarray(0, HEAD), file.length);

describe('a WAV file', () => {
	it.each([
		['alone', wavOf(100, 16_000), 16_000],
		['of 64 bits', Buffer.concat([Buffer.from('RF64'), wavOf(2).subarray(4)]), 8_000],
		['with another chunk first', wavWith([chunk('LIST', 20)], 9), 11_025],
		['with a chunk of odd size first', wavWith([chunk('LIST', 21)], 9), 11_025],
		['with a chunk first whose size is no multiple of 4', wavWith([chunk('LIST', 22)], 9), 11_025],
		['whose format ends with the head', wavWith([chunk('LIST', HEAD - 36)], 900), 11_025],
		['whose format comes too late', wavWith([chunk('LIST', 30_000)], 900), null],
	])('tells its sample rate: %s', (_, file, sampleRate) => {
		expect(read(file)).toEqual({ sampleRate, isEmpty: false });
	});

	/** Without the byte that makes its length even. */
	const unpadded = chunk('LIST', 21).subarray(0, 29);

	/** Whose size was never written, because the recorder was cut off. */
	const cutOff = Buffer.concat([wavOf(0), Buffer.from('0300fdff'.repeat(50), 'hex')]);

	it.each([
		['the header alone', wavOf(0), true],
		['a fact chunk and no sound', wavWith([chunk('fact', 4)], 0), true],
		['a list behind no sound', wavWith([], 0, [chunk('LIST', 26), chunk('id3 ', 0)]), true],
		['an odd chunk without padding behind no sound', wavWith([], 0, [unpadded]), true],
		['a size, but no sound', wavOf(800).subarray(0, 44), true],
		['no chunk of sound', wavOf(0).subarray(0, 36), true],
		['less than a header', wavOf(0).subarray(0, 27), true],
		[
			'no sound, but a list, behind a long chunk',
			wavWith([chunk('JUNK', 30_000)], 0, [chunk('LIST', 24)]),
			true,
		],
		['sound behind the head', wavWith([chunk('JUNK', HEAD - 52)], 40), false],
		['no sound behind an odd chunk without padding', wavWith([unpadded], 0), true],
		['sound behind an odd chunk without padding', wavWith([unpadded], 9), false],
		['sound that reads as text', Buffer.concat([wavOf(0), Buffer.alloc(800, 'abcd')]), false],
		['two samples that read as text', Buffer.concat([wavOf(0), Buffer.from('abcd')]), false],
		[
			'sound that reads as a list',
			Buffer.concat([wavOf(12).subarray(0, 44), chunk('LIST', 4)]),
			false,
		],
		['one sample', wavOf(2), false],
		['sound of unknown size', cutOff, false],
		['silence of unknown size', Buffer.concat([wavOf(0), Buffer.alloc(800)]), false],
		['sound behind a long list', wavWith([chunk('LIST', 30_000)], 900), false],
	])('knows whether it is empty: %s', (_, file, isEmpty) => {
		expect(read(file).isEmpty).toBe(isEmpty);
	});
});
