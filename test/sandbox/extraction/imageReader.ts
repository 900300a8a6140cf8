import { createHash } from 'crypto';
import type { Worker } from 'tesseract.js';
import { dirname } from '../../node';

/** Below this width in pixels, the characters of a scan are too small for OCR. */
const readableWidth = 750;

const languageData = '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz';

/** Reads images by OCR, one at a time. Starts its only worker when it is first needed. */
export class ImageReader {
	private worker: Promise<Worker> | null = null;

	private lastRead: Promise<unknown> = Promise.resolve();

	/** Results by digest, because OCR takes a second and tests use the same images repeatedly. */
	private readonly known = new Map<string, Promise<string[]>>();

	/** The lines of the image, with tabs between columns. */
	async read(image: Uint8Array): Promise<string[]> {
		const digest = createHash('sha256').update(image).digest('hex');
		const lines = this.known.get(digest) ?? this.readNow(image);
		this.known.set(digest, lines);
		return await lines;
	}

	private async readNow(image: Uint8Array): Promise<string[]> {
		const png = await toReadablePng(image).catch(() => {
			throw new Error('the image is broken and cannot be read');
		});
		const reading = this.lastRead.then(async () => await this.recognize(png));
		this.lastRead = reading.catch(() => undefined);
		return await reading;
	}

	async close(): Promise<void> {
		await (await this.worker)?.terminate();
		this.worker = null;
	}

	private async recognize(png: Buffer): Promise<string[]> {
		this.worker ??= startWorker();
		const { data } = await (await this.worker).recognize(png);
		return data.text.split('\n').map((line) => line.trim().replace(/ {3,}/g, '\t'));
	}
}

/** Converts a supported image to a PNG for OCR. Uses the first frame of an animation. */
async function toReadablePng(image: Uint8Array): Promise<Buffer> {
	const { default: sharp } = await import('sharp');
	const { width } = await sharp(image).metadata();
	return await sharp(image)
		.flatten({ background: 'white' })
		.resize({ width: Math.max(width, readableWidth) })
		.png()
		.toBuffer();
}

async function startWorker(): Promise<Worker> {
	const { createWorker, OEM } = await import('tesseract.js');
	const worker = await createWorker('eng', OEM.LSTM_ONLY, {
		langPath: dirname(require.resolve(languageData)),
		cacheMethod: 'none',
		gzip: true,
	});
	await worker.setParameters({ preserve_interword_spaces: '1' });
	return worker;
}
