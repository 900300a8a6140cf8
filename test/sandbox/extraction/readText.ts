import { ImageReader } from './imageReader';

/** A file as text: its pages, each a list of lines with a tab between columns. */
export interface FileText {
	filename: string;
	contentType: string;
	pages: string[][];
}

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const extensions = ['pdf', 'png', 'jpg', 'jpeg', 'gif', 'webp'];

/**
 * Turns the supported files into text: what has an extension has one of theirs, and their content.
 * What reads them is loaded when it is first needed: most sandboxes read no file.
 */
export class TextReader {
	private readonly images = new ImageReader();

	async read(filename: string, bytes: Uint8Array): Promise<FileText> {
		const [, extension = ''] = /(\.[a-z]\w*)$/i.exec(filename) ?? [];
		if (extension !== '' && !extensions.includes(extension.slice(1).toLowerCase())) {
			throw unsupported(`with the extension ${extension}`);
		}
		const { fileTypeFromBuffer } = await import('file-type');
		const contentType = (await fileTypeFromBuffer(bytes))?.mime ?? 'unknown';
		if (contentType === 'application/pdf') {
			const { readPdf } = await import('./readPdf');
			return { filename, contentType, pages: await readPdf(bytes) };
		}
		if (imageTypes.includes(contentType)) {
			return { filename, contentType, pages: [await this.images.read(bytes)] };
		}
		throw unsupported(`of type ${contentType}`);
	}

	async close(): Promise<void> {
		await this.images.close();
	}
}

const unsupported = (which: string): Error =>
	new Error(`files ${which} are not supported, only PDF, PNG, JPG, GIF and WEBP`);
