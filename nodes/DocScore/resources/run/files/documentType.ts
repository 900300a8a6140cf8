/** The supported document types (docs/service.md, Limits), by file extension. */
export type DocumentType = 'gif' | 'jpg' | 'pdf' | 'png' | 'webp';

/** Bytes at the start of a file that suffice to detect its type. */
export const DOCUMENT_HEAD_BYTES = 1024;

/**
 * The type of a document, detected from its first bytes; null if the service does not support it.
 */
export function detectDocument(head: Uint8Array): DocumentType | null {
	const text = String.fromCharCode(...head);
	if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
	if (text.startsWith('\xff\xd8\xff')) return 'jpg';
	if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
	if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
	// Mail programs and scanners may write something before it.
	return text.includes('%PDF-') ? 'pdf' : null;
}

const EXTENSIONS: Record<DocumentType, RegExp> = {
	gif: /\.gif$/i,
	jpg: /\.jpe?g$/i,
	pdf: /\.pdf$/i,
	png: /\.png$/i,
	webp: /\.webp$/i,
};

/** The file name with the extension of its content. */
export function nameFor(name: string, type: DocumentType): string {
	return EXTENSIONS[type].test(name) ? name : `${name}.${type}`;
}
