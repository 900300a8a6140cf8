import {
	detectDocument,
	nameFor,
} from '../../../../../nodes/DocScore/resources/run/files/documentType';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each([
	['\x89PNG\r\n\x1a\n\0\0', 'png'],
	['\xff\xd8\xff\xe0\0', 'jpg'],
	['GIF87a\0', 'gif'],
	['GIF89a\0', 'gif'],
	['RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
	['%PDF-1.7\n', 'pdf'],
	['\xef\xbb\xbf\r\n%PDF-1.4\n', 'pdf'],
	['RIFF\x10\0\0\0WAVEfmt ', null],
	['\x89PNG', null],
	['\xff\xd8', null],
	['GIF90a', null],
	['PK\x03\x04 a WEBP image', null],
	['<html><title>Sign in</title>', null],
	['PDF-1.7', null],
	['', null],
])('a file that begins with %j has the type %j', (head, type) => {
	expect(detectDocument(bytes(head))).toBe(type);
});

test.each([
	['Invoice 118.PDF', 'pdf', 'Invoice 118.PDF'],
	['scan.JPEG', 'jpg', 'scan.JPEG'],
	['scan.jpg', 'jpg', 'scan.jpg'],
	['scan.pdf', 'png', 'scan.pdf.png'],
	['invoice.2026', 'pdf', 'invoice.2026.pdf'],
	['photo', 'webp', 'photo.webp'],
	['anim.gif', 'gif', 'anim.gif'],
] as const)('the link to %s with a %s in it ends in %s', (name, type, end) => {
	expect(nameFor(name, type)).toBe(end);
});
