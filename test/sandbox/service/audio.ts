import { createReadStream } from '../../node';
import { ServiceError } from './errors';

// music-metadata is an ES module. If it is loaded as CommonJS, as with a static import here, it does not
// recognize formats.
const loadMusicMetadata = async () => await import('music-metadata');

/** Recognizes a file by its content. Rejects all formats except MP3 and WAV. */
export async function judgeAudio(path: string): Promise<'mp3' | 'wav'> {
	const { parseFile, parseStream } = await loadMusicMetadata();
	const options = { skipCovers: true };
	const mimeType = 'audio/mpeg';
	// The first frame of an MP3 can follow something, which as a start is not known.
	const read = await parseFile(path, options)
		.catch(async () => await parseStream(createReadStream(path), { mimeType }, options))
		.catch(() => null);
	const { container, codec } = read?.format ?? {};
	if (container === 'WAVE' || (await isWave(path))) return 'wav';
	if (container === 'MPEG' && codec?.endsWith('Layer 3')) return 'mp3';
	throw new ServiceError(400, 'The file is neither MP3 nor WAV');
}

/** The library does not read all files of telephone systems, such as those of 64 bits. */
async function isWave(path: string): Promise<boolean> {
	for await (const start of createReadStream(path, { end: 11, encoding: 'latin1' })) {
		return /^(RIFF|RF64)[^]{4}WAVE$/.test(String(start));
	}
	return false;
}
