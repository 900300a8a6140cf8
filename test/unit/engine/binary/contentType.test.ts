// Sources: engine/binary/fileTypes.ts, engine/binary/signatures.ts, engine/binary/mpegFrames.ts
import { identify, typeOf } from '../../../../nodes/DocScore/engine/binary/contentType';
import { HEAD_BYTES } from '../../../../nodes/DocScore/engine/binary/signatures';
import { flac, mp3Of, wavOf } from '../../../sandbox/samples/audio';
import { OBJECT, ofTag, ofBytes, PDF, tarOf, UNSUPPORTED, zipOf } from './fileSamples';

/** What a file is told to be; the service's types are documents and recordings. */
async function toldOf(file: Uint8Array, name = ''): Promise<string | undefined> {
	const pieces = async function* () {
		for (let at = 0; at < file.length; at += 5_000) {
			yield await Promise.resolve(file.subarray(at, at + 5_000));
		}
	};
	const { type } = await identify({ bytes: file.length, open: pieces }, name);
	return type?.told;
}

const behind = (start: string | Buffer, file: Buffer) =>
	Buffer.concat([typeof start === 'string' ? ofBytes(start) : start, file]);
const bytes = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(64)]);
const MP3 = mp3Of(3);

describe('a document', () => {
	it.each([
		['\x89PNG\r\n\x1a\n\0\0\0\x08acTL', 'a PNG image'],
		['\xff\xd8\xff\xe0\0\x10JFIF', 'a JPG image'],
		['\xff\xd8\xff\xdb', 'a JPG image'],
		['GIF87a\0', 'a GIF image'],
		['GIF89a\0', 'a GIF image'],
		['RIFF\x10\0\0\0WEBPVP8 ', 'a WEBP image'],
		['%PDF-1.7\n', 'a PDF'],
		['%PDF-', 'a PDF'],
		['\xef\xbb\xbf%PDF-1.4\n', 'a PDF'],
		['\xef\xbb\xbf\r\n%PDF-1.4\n', 'a PDF'],
		['\xef\xbb\xbf\xef\xbb\xbf%PDF-1.4\n', 'a PDF'],
		[`MIME-Version: 1.0\r\nContent-Type: application/pdf\r\n\r\n${PDF}`, 'a PDF'],
		[`${' '.repeat(1_019)}%PDF-1.7`, 'a PDF'],
		[`${'\0'.repeat(1_024)}%PDF-1.7`, 'a PDF'],
		[`--7f1c\r\nContent-Type: application/pdf\r\n\r\n${PDF}`, 'a PDF'],
		[`HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n${PDF}`, 'a PDF'],
		[`\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n${PDF}`, 'a PDF'],
		[`\0\x0binvoice.pdf${'\0'.repeat(115)}${PDF}`, 'a PDF'],
		[`<br />\n<b>Warning</b>: no such file\n${PDF}`, 'a PDF'],
		[`\x1b%-12345X${PDF}`, 'a PDF'],
		[`\x04${PDF}`, 'a PDF'],
		[`Date: Tue, 3 Mar 2026 10:00:00 GMT\r\nContent-Type: application/pdf\r\n\r\n${PDF}`, 'a PDF'],
		[`Content-Description: a %PDF-1.4\r\n\r\n${PDF}`, 'a PDF'],
		[`scanned %PDF-1.3 %\xe2\xe3\xcf\xd3\n${OBJECT}startxref\n0\n`, 'a PDF'],
	])('that begins with %j is %s', async (start, told) => {
		expect(await toldOf(ofBytes(start))).toBe(told);
		expect(typeOf(ofBytes(start))?.kind).toBe('document');
	});

	it.each([
		['A PDF file starts with %PDF-1.4 and ends with %%EOF.\n', 'a text file'],
		['The first line is\n%PDF-1.4\nand the last one is %%EOF.\n', 'a text file'],
		['Write %PDF-1.7\n', 'a text file'],
		['MIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\nHello', 'a part of an e-mail'],
		['Header:\n%PDF-1.7\n"1 0 obj" follows, %%EOF at the end.', 'a text file'],
		[`# Minimal\n\n%PDF-1.4\n${OBJECT}`, 'a text file'],
		[`x%PDF-1.4\n${OBJECT}`, 'a text file'],
		[`${'\0'.repeat(1_025)}%PDF-1.7`, undefined],
		[`<html><pre>\n${PDF}`, 'a web page'],
		[`From: ana@example.com\r\nSubject: Invoice\r\n\r\n${PDF}`, 'an e-mail'],
		[zipOf('invoice.pdf', PDF), 'a ZIP archive'],
		[tarOf('invoice.pdf', PDF), 'a TAR archive'],
		[tarOf('invoice.pdf', PDF, false), 'a TAR archive'],
		[
			`\x30\x82\x07\x3f\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\n${PDF}`,
			'a signature or a signed file',
		],
		['\xff\xd8\xff\xf7\0\x0b\x08', 'a JPEG-LS image'],
		[`\xff\xd8\xff\xe8\x01\x06SPIF${'\0'.repeat(256)}\xff\xff\xf7\0\x0b\x08`, 'a JPEG-LS image'],
		['\x89PNG', undefined],
		['\xff\xd8', undefined],
		['\xff\xd8\xff\0\0', undefined],
		['GIF90a', 'a text file'],
		['A file of XML begins with <?xml version="1.0"?>.', 'a text file'],
		['The root is <Invoice xmlns="urn:x">.', 'a text file'],
		[`self-extracting ${zipOf('word/document.xml')}`, undefined],
		['Dear\x01Ana', undefined],
		['Gr\xfc\xdfe, Ana 2026-07-1', undefined],
		['Zero\0 bytes and \xff\xfe later', undefined],
		[`a${'\xe9\xfc\xdf'.repeat(20)}`, undefined],
		['Kodak\x01\0\xff\xd8\xff\xe0\0\x10JFIF', undefined],
		['II\xff\xf7', undefined],
		['PDF-1.7', 'a text file'],
		['', undefined],
		['\0\0\0\0', undefined],
	])('is not what begins with %j, but %s', async (start, told) => {
		expect(await toldOf(ofBytes(start))).toBe(told);
		expect(typeOf(ofBytes(start))?.kind).not.toBe('document');
	});
});

it('a long PDF behind something else is a PDF, though its end is not read', async () => {
	const start = `scanned\n%PDF-1.4\n${OBJECT}${' '.repeat(HEAD_BYTES)}`;
	expect(await toldOf(ofBytes(start))).toBe('a PDF');
});

describe('an MP3 recording', () => {
	const cover = ofTag(50_000);
	const middle = Buffer.alloc(16_000, '55aa1337', 'hex');

	it.each([
		['alone', MP3],
		['of one frame', mp3Of(1)],
		['of two frames', mp3Of(2)],
		['behind a line break', behind('\r\n', MP3)],
		['behind a part of a frame', behind(MP3.subarray(17, 417), MP3)],
		['behind something', behind(middle.subarray(0, 210), MP3)],
		['behind 16 KB of something', behind(middle, MP3)],
		['behind 5,000 zero bytes', behind(Buffer.alloc(5_000), MP3)],
		['behind a tag', behind(ofTag(100), MP3)],
		['behind a tag with a picture', behind(cover, MP3)],
		['behind two tags', behind(cover, behind(ofTag(30_000), MP3))],
		['behind a tag and its padding', behind(cover, behind(Buffer.alloc(2_000), MP3))],
		['behind a byte order mark and a tag', behind('\xef\xbb\xbf', behind(cover, MP3))],
		['behind zero bytes and a tag', behind(Buffer.alloc(20), behind(ofTag(9), MP3))],
		[
			'behind a tag with a footer',
			behind(`ID3\x04\0\x10${'\0'.repeat(4)}3DI\x04\0\x10${'\0'.repeat(4)}`, mp3Of(1)),
		],
		['behind a header that is none', behind('\xff\xfb\x90\0', behind(Buffer.alloc(70), MP3))],
		['with frames of different bit rates', mp3Of(4, ['fffb9064', 'fffb5064'])],
		['with frames of different lengths', mp3Of(4, ['fffb9264', 'fffb9064'])],
		['with checksums', mp3Of(4, ['fffa9000'])],
		['of MPEG 2', behind('\r\n', mp3Of(3, ['fff39000']))],
		['of MPEG 2.5', behind('\r\n', mp3Of(3, ['ffe39000']))],
		['of 32 kHz', mp3Of(4, ['fffb9800'])],
	])('is recognized %s', async (_, file) => {
		expect(await toldOf(file)).toBe('an MP3 recording');
		expect(typeOf(file.subarray(0, HEAD_BYTES))?.kind).toBe(
			file.subarray(0, 30).includes('ID3') && file.length > HEAD_BYTES ? 'other' : 'recording',
		);
	});

	it.each([
		['more than 16 KiB of something', behind(Buffer.alloc(17_000, '55aa1337', 'hex'), MP3)],
		['two frames in the middle', behind(middle.subarray(0, 210), mp3Of(2))],
		['a reserved version of MPEG', bytes('ffeb9000')],
		['a bit rate that does not exist', bytes('fffbf000')],
		['a free bit rate', bytes('fffb0000')],
		['a sample rate that does not exist', bytes('fffb9c00')],
		['one header without the next', behind('\xff\xfb\x90\0', Buffer.alloc(2_000))],
		['frames between bytes that begin none', mp3Of(4, ['fffb9064', 'fefb9064'])],
		['frames of different sample rates', mp3Of(4, ['fffb9064', 'fffb9464'])],
		['ten set bits', bytes('ffdb9000')],
		['set bits alone', Buffer.alloc(30_000, 0xff)],
	])('is not %s', async (_, file) => {
		expect(await toldOf(file)).toBeUndefined();
	});

	it.each([
		['a tag alone', ofTag(200), 'an MP3 tag without MP3 sound'],
		['a tag that is cut off', ofTag(200).subarray(0, 90), 'an MP3 tag without MP3 sound'],
		['a tag before a PDF', behind(ofTag(200), ofBytes(PDF)), 'an MP3 tag without MP3 sound'],
		['a tag before WAV', behind(ofTag(200), wavOf(100)), 'an MP3 tag without MP3 sound'],
		['a tag before FLAC', behind(ofTag(50_000), flac), 'a FLAC recording'],
		['a tag before video', behind(ofTag(100), bytes('1a45dfa3')), 'a Matroska or WebM video'],
		['a tag before AAC', behind(ofTag(100), bytes('fff15080021ffc')), 'an AAC recording'],
		['a text about ID3', ofBytes('ID3 tags stand before an MP3.'), 'a text file'],
	])('is not %s', async (_, file, told) => {
		expect(await toldOf(file)).toBe(told);
	});

	it.each([
		[8, 'an MP3 recording'],
		[9, 'an MP3 tag without MP3 sound'],
	])('behind %d tags with pictures is %s', async (count, told) => {
		expect(await toldOf(Buffer.concat([...Array<Buffer>(count).fill(cover), MP3]))).toBe(told);
	});

	it('has no end of tags', async () => {
		const tags = Buffer.concat(Array.from({ length: 40_000 }, () => ofTag(0)));
		expect(await toldOf(behind(tags, MP3))).toBe('an MP3 tag without MP3 sound');
	});
});

test.each(['RIFF', 'RF64'])('%s is a WAV recording', (start) => {
	const type = typeOf(behind(start, wavOf(100).subarray(4)));
	expect(type).toMatchObject({ told: 'a WAV recording', kind: 'recording' });
});

test.each(UNSUPPORTED)('%s is told as %s', async (_, told, file) => {
	expect(await toldOf(ofBytes(file))).toBe(told);
	expect(['document', 'recording']).not.toContain(typeOf(ofBytes(file))?.kind);
	// Whatever its name, unless the content leaves that open.
	expect(await toldOf(ofBytes(file), 'invoice.pdf')).toBe(told);
});

test('at least 60 types are told by name', () => {
	expect(new Set(UNSUPPORTED.map(([, told]) => told)).size).toBeGreaterThanOrEqual(60);
});

test.each([
	[zipOf('[Content_Types].xml'), 'brief.v2.docx', 'a Word document'],
	[zipOf('[Content_Types].xml'), 'brief.pdf', 'an Office document'],
	[zipOf('a.txt'), 'Letter.PAGES', 'an Apple Pages document'],
	[zipOf('a.txt'), 'letter.doc', 'a ZIP archive'],
	[zipOf('word/document.xml'), 'table.xlsx', 'a Word document'],
	['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'letter.doc', 'a Word document'],
	['a;b\n1;2\n', 'table.csv', 'a CSV table'],
	['a;b\n1;2\n', 'table.pdf', 'a text file'],
	['GIF89a', 'table.csv', 'a GIF image'],
])('%j called %s is %s', async (file, name, told) => {
	expect(await toldOf(ofBytes(file), name)).toBe(told);
});

test.each([
	['digits and spaces', `x\n%PDF-1.4\n${'1 '.repeat(20_000)}`],
	['digits', `x\n%PDF-1.4\n${'1'.repeat(40_000)}`],
	['base64 that ends otherwise', `${'A'.repeat(40_000)}!`],
	['white space', `JVBERi0${' '.repeat(40_000)}!`],
	['comments without an end', '<!--'.repeat(10_000)],
	['declarations', '<?>'.repeat(13_000)],
	['frames that lead nowhere', '\xff\xfb\x10\0'.repeat(10_000)],
	['entries of ZIP', 'PK\x03\x04'.repeat(10_000)],
])('%s are judged at once', (_, text) => {
	const head = ofBytes(text).subarray(0, HEAD_BYTES);
	const times = [1, 2, 3].map(() => {
		const start = performance.now();
		typeOf(head);
		return performance.now() - start;
	});
	expect(Math.min(...times)).toBeLessThan(100);
});
