import { ImageReader } from './imageReader';

/** A file as text: each page is a list of lines with tabs between columns. */
export interface FileText {
	filename: string;
	contentType: string;
	pages: string[][];
}

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const extensions = ['pdf', 'png', 'jpg', 'jpeg', 'gif', 'webp'];

/**
 * Converts files to text. Their content and their extension, if any, must be supported. Loads its libraries
 * on first use, because most sandboxes read no files.
 */
export class TextReader {
	private readonly images = new ImageReader();

	async read(filename: string, bytes: Uint8Array): Promise<FileText> {
		const [, extension = ''] = /(\.[a-z]\w*)$/i.exec(filename) ?? [];
		if (extension !== '' && !extensions.includes(extension.slice(1).toLowerCase())) {
			throw unsupported(`with the extension ${extension}`);
		}
		const contentType = await typeOf(bytes);
		if (contentType === 'application/pdf') {
			const { readPdf } = await import('./readPdf');
			return { filename, contentType, pages: await readPdf(bytes.subarray(pdfStart(bytes))) };
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

/** An animated PNG is a PNG, and something can precede a PDF. */
async function typeOf(bytes: Uint8Array): Promise<string> {
	const { fileTypeFromBuffer } = await import('file-type');
	const { mime } = (await fileTypeFromBuffer(bytes)) ?? {};
	if (mime === undefined && pdfStart(bytes) >= 0 && !isPage(bytes)) return 'application/pdf';
	return mime === 'image/apng' ? 'image/png' : (mime ?? 'unknown');
}

/** Where a PDF begins, within the first 1,024 bytes; negative if nowhere. */
const pdfStart = (bytes: Uint8Array): number =>
	Buffer.from(bytes.subarray(0, 1024 + '%PDF-'.length)).indexOf('%PDF-');

const isPage = (bytes: Uint8Array): boolean =>
	/^\s*<(!doctype|html)/i.test(Buffer.from(bytes.subarray(0, 99)).toString());

const unsupported = (which: string): Error =>
	new Error(`files ${which} are not supported, only PDF, PNG, JPG, GIF and WEBP`);
