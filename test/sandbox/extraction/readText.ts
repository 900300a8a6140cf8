import { fileTypeFromBuffer } from 'file-type';
import { ImageReader } from './imageReader';
import { readPdf } from './readPdf';

/** A file as text: its pages, each a list of lines with a tab between columns. */
export interface FileText {
	filename: string;
	contentType: string;
	pages: string[][];
}

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Turns the supported files into text, judging them by content and not by name. */
export class TextReader {
	private readonly images = new ImageReader();

	async read(filename: string, bytes: Uint8Array): Promise<FileText> {
		const contentType = (await fileTypeFromBuffer(bytes))?.mime ?? 'unknown';
		if (contentType === 'application/pdf') {
			return { filename, contentType, pages: await readPdf(bytes) };
		}
		if (imageTypes.includes(contentType)) {
			return { filename, contentType, pages: [await this.images.read(bytes)] };
		}
		throw new Error(
			`files of type ${contentType} are not supported, only PDF, PNG, JPG, GIF and WEBP`,
		);
	}

	async close(): Promise<void> {
		await this.images.close();
	}
}
