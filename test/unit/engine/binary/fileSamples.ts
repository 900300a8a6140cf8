/** Starts of files of many types, one character for each byte. */

export const ofBytes = (text: string): Buffer => Buffer.from(text, 'latin1');

export const OBJECT =
	'1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Kids[]/Count 0>>endobj\n';

export const PDF = `%PDF-1.4\n${OBJECT}trailer<</Root 1 0 R>>\n%%EOF\n`;

/** An entry that is stored without compression. */
export const zipOf = (name: string, content = 'content'): string =>
	`PK\x03\x04\x14\0\0\0\0\0${'\0'.repeat(8)}${le32(content.length)}${le32(content.length)}${String.fromCharCode(name.length)}\0\0\0${name}${content}`;

const le32 = (value: number): string =>
	String.fromCharCode(...[0, 8, 16, 24].map((bits) => (value >> bits) & 255));

/** @param isUstar false for the form before 1988, which has no signature */
export function tarOf(name: string, content: string, isUstar = true): string {
	const header = Buffer.alloc(512);
	header.write(name);
	header.write('0000644\x000001000\x000001000\0', 100);
	header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
	if (isUstar) header.write('0ustar\x0000', 156);
	header.fill(' ', 148, 156);
	const sum = header.reduce((total, byte) => total + byte, 0);
	header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
	return header.toString('latin1') + content;
}

/** An ID3 tag of this many bytes behind its header. */
export function ofTag(size: number): Buffer {
	const digits = [21, 14, 7, 0].map((bits) => (size >> bits) & 127);
	return Buffer.concat([Buffer.from('ID3\x03\0\0'), Buffer.from(digits), Buffer.alloc(size, 0x20)]);
}

const ole = (stream: string): string =>
	`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(504)}${stream.replace(/./g, '$&\0')}`;

const ftyp = (...brands: string[]): string =>
	`\0\0\0\x20ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`;

const ODF = 'application/vnd.oasis.opendocument';

/** What it is, how it is told, and its start. */
export const UNSUPPORTED: Array<[what: string, told: string, start: string]> = [
	['HEIC', 'a HEIC photo', ftyp('heic', 'mif1', 'heic')],
	['HEIC of another brand', 'a HEIC photo', ftyp('mif1', 'mif1', 'heic')],
	['AVIF', 'an AVIF image', ftyp('avif', 'mif1')],
	['AVIF of another brand', 'an AVIF image', ftyp('mif1', 'mif1', 'avif')],
	['HEIF', 'a HEIF image', ftyp('mif1', 'miaf')],
	['CR3', 'a Canon RAW photo', ftyp('crx ')],
	['CR2', 'a Canon RAW photo', 'II*\0\x10\0\0\0CR\x02\0'],
	['TIFF', 'a TIFF image', 'II*\0\x08\0\0\0'],
	['TIFF, big-endian', 'a TIFF image', 'MM\0*\0\0\0\x08'],
	['BigTIFF', 'a TIFF image', 'II+\0\x08\0\0\0'],
	['RAF', 'a RAW photo', 'FUJIFILMCCD-RAW 0201'],
	['BMP', 'a BMP image', 'BM\x36\0\x04\0\0\0\0\0\x36\0\0\0'],
	['JPEG XL', 'a JPEG XL image', '\xff\x0a\0'],
	['JPEG XL in a container', 'a JPEG XL image', '\0\0\0\x0cJXL \r\n\x87\n'],
	['JPEG 2000', 'a JPEG 2000 image', '\0\0\0\x0cjP  \r\n\x87\n'],
	['PSD', 'a Photoshop image', '8BPS\0\x01'],
	['XCF', 'a GIMP image', 'gimp xcf v011'],
	['ICO', 'an icon', '\0\0\x01\0\x01\0\x10\x10'],
	['DjVu', 'a DjVu document', 'AT&TFORM\0\0\0\x20DJVM'],
	['JBIG2', 'a JBIG2 image', '\x97JB2\r\n\x1a\n'],
	['DICOM', 'a DICOM image', `${'\0'.repeat(128)}DICM`],
	['WMF', 'a Windows metafile', '\xd7\xcd\xc6\x9a\0\0'],
	['QOI', 'a QOI image', 'qoif\0\0\0\x01'],
	['DWG', 'an AutoCAD drawing', 'AC1032\0\0'],
	['SVG', 'an SVG image', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">'],
	['DOCX', 'a Word document', zipOf('_rels/.rels') + zipOf('word/document.xml')],
	['XLSX', 'an Excel workbook', zipOf('xl/workbook.xml')],
	['PPTX', 'a PowerPoint presentation', zipOf('_rels/.rels') + zipOf('ppt/presentation.xml')],
	['VSDX', 'a Visio drawing', zipOf('visio/document.xml')],
	['XPS', 'an XPS document', zipOf('FixedDocSeq.fdseq')],
	['ODT', 'an OpenDocument text', zipOf('mimetype', `${ODF}.text`)],
	['ODS', 'an OpenDocument spreadsheet', zipOf('mimetype', `${ODF}.spreadsheet`)],
	['ODP', 'an OpenDocument presentation', zipOf('mimetype', `${ODF}.presentation`)],
	['EPUB', 'an e-book', zipOf('mimetype', 'application/epub+zip')],
	['Pages', 'an Apple Pages, Numbers or Keynote document', zipOf('Index/Document.iwa')],
	['ZIP', 'a ZIP archive', zipOf('a.txt')],
	['ZIP of a text about Word', 'a ZIP archive', zipOf('a.txt', 'word/ is a folder')],
	['ZIP without files', 'a ZIP archive', `PK\x05\x06${'\0'.repeat(18)}`],
	['DOC', 'a Word document', ole('WordDocument')],
	['XLS', 'an Excel workbook', ole('Workbook')],
	['PPT', 'a PowerPoint presentation', ole('PowerPoint Document')],
	['VSD', 'a Visio drawing', ole('VisioDocument')],
	['PUB', 'a Publisher document', ole('Quill')],
	['MSG', 'an Outlook message', ole('__substg1.0_')],
	['OLE', 'an old Office document', ole('Other')],
	['RTF', 'a Rich Text document', '{\\rtf1\\ansi'],
	['WPD', 'a WordPerfect document', '\xffWPC\x10\0'],
	['ONE', 'a OneNote section', '\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1'],
	['MOBI', 'a Kindle e-book', `${'\x01'.repeat(60)}BOOKMOBI`],
	['PostScript', 'a PostScript file', '%!PS-Adobe-3.0'],
	['FDF', 'a PDF form without its document', '%FDF-1.2\n'],
	['RAR', 'a RAR archive', 'Rar!\x1a\x07\x01\0'],
	['7z', 'a 7-Zip archive', '7z\xbc\xaf\x27\x1c\0\x04'],
	['GZIP', 'a GZIP archive', '\x1f\x8b\x08\0'],
	['BZIP2', 'a BZIP2 archive', 'BZh91AY&SY'],
	['XZ', 'an XZ archive', '\xfd7zXZ\0'],
	['Zstandard', 'a Zstandard archive', '\x28\xb5\x2f\xfd\x24'],
	['LZ4', 'an LZ4 archive', '\x04\x22M\x18d'],
	['CAB', 'a Cabinet archive', 'MSCF\0\0\0\0'],
	['LZH', 'an LZH archive', '\x22\x5c-lh5-'],
	['DEB', 'a Debian package', '!<arch>\ndebian-binary'],
	['M4A', 'an M4A recording', ftyp('M4A ', 'isom')],
	['M4A of another brand', 'an M4A recording', ftyp('mp42', 'isom', 'M4A ')],
	['FLAC', 'a FLAC recording', 'fLaC\0\0\0\x22'],
	['Opus', 'an Ogg or Opus recording', `OggS\0\x02${'\0'.repeat(22)}OpusHead`],
	['AIFF', 'an AIFF recording', 'FORM\0\0\0\x20AIFFCOMM'],
	['AMR', 'an AMR recording', '#!AMR\n\x3c'],
	['SILK', 'a SILK recording', '\x02#!SILK_V3'],
	['CAF', 'a CAF recording', 'caff\0\x01\0\0'],
	['AU', 'an AU recording', '.snd\0\0\0\x18'],
	['MIDI', 'a MIDI file', 'MThd\0\0\0\x06\0\x01'],
	['WavPack', 'a WavPack recording', 'wvpk\x20\0\0\0'],
	['APE', "a Monkey's Audio recording", 'MAC \x96\x0f'],
	['DSF', 'a DSD recording', 'DSD \x1c\0\0\0'],
	['Musepack', 'a Musepack recording', 'MPCKSH'],
	['VOC', 'a Creative voice file', 'Creative Voice File\x1a'],
	['W64', 'a Wave64 recording', 'riff\x2e\x91\xcf\x11\xa5\xd6'],
	['AAC', 'an AAC recording', '\xff\xf1\x50\x80\x02\x1f\xfc'],
	['MP2', 'an MP2 recording', '\xff\xfd\x90\0'],
	['AC-3', 'an AC-3 recording', '\x0bw\x01\x02'],
	['3GP', 'a 3GP recording', ftyp('3gp4')],
	['QuickTime', 'a QuickTime video', ftyp('qt  ')],
	['QuickTime without a type', 'a QuickTime video', '\0\0\0\x08wide\0\0'],
	['MP4', 'an MP4 video', ftyp('isom', 'iso2')],
	['WMA', 'a Windows Media file', '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9'],
	['AVI', 'an AVI video', 'RIFF\x10\0\0\0AVI LIST'],
	['WebM', 'a Matroska or WebM video', '\x1a\x45\xdf\xa3\x9f'],
	['FLV', 'a Flash video', 'FLV\x01\x05'],
	['MPEG', 'an MPEG video', '\0\0\x01\xba\x44'],
	['MPEG stream', 'an MPEG video', `G${'\xff'.repeat(187)}`.repeat(4)],
	['RIFF', 'a RIFF file', 'RIFF\x10\0\0\0RMIDdata'],
	['TNEF', 'a winmail.dat of Outlook', '\x78\x9f\x3e\x22\0'],
	['PST', 'an Outlook mailbox', '!BDN\0'],
	['EML', 'an e-mail', 'Return-Path: <ana@example.com>\r\nSubject: Invoice\r\n\r\nHello'],
	['MDB', 'an Access database', '\0\x01\0\0Standard Jet DB'],
	[
		'P7S',
		'a signature or a signed file',
		'\x30\x82\x07\x3f\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02',
	],
	['PGP', 'an encrypted file', '-----BEGIN PGP MESSAGE-----\n\nhQEM'],
	['PEM', 'a certificate or key', '-----BEGIN CERTIFICATE-----\nMIIB'],
	['EXE', 'a Windows program', `MZ\x90\0${'\0'.repeat(60)}PE\0\0`],
	['ELF', 'a program', '\x7fELF\x02\x01'],
	['SQLite', 'an SQLite database', 'SQLite format 3\0'],
	['Parquet', 'a Parquet table', 'PAR1\x15\x04'],
	['TTF', 'a font', '\0\x01\0\0\0\x10\x01\0'],
	['AppleDouble', 'a companion file of macOS', '\0\x05\x16\x07\0\x02'],
	['LNK', 'a Windows shortcut', 'L\0\0\0\x01\x14\x02\0'],
	['HTML', 'a web page', '\n<!-- 1 --><!DOCTYPE html><title>Sign in</title>'],
	['HTML behind two byte order marks', 'a web page', '\xef\xbb\xbf\xef\xbb\xbf<html>'],
	['HTML in UTF-16', 'a web page', '\xff\xfe<\0h\0t\0m\0l\0>\0'],
	[
		'an error of S3',
		'an error message in XML',
		'<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code>',
	],
	['an error of SOAP', 'an error message in XML', '<s:Envelope><s:Body><s:Fault>'],
	['an error of an API', 'an error message in JSON', '{"statusCode":401,"message":"No"}'],
	['XML', 'an XML file', '<?xml version="1.0"?><Invoice><ID>7</ID></Invoice>'],
	['XML behind a line break', 'an XML file', '\xef\xbb\xbf\r\n<?xml version="1.0"?><Invoice/>'],
	['XML in UTF-16', 'an XML file', `\xff\xfe${[...'<?xml version="1.0"?><a/>'].join('\0')}\0`],
	['JSON', 'a JSON file', '{ "a": 1 }'],
	['ICS', 'a calendar entry', 'BEGIN:VCALENDAR\r\nVERSION:2.0'],
	['VCF', 'a contact', 'BEGIN:VCARD\nVERSION:3.0'],
	['URL', 'a link to a web page', '[InternetShortcut]\r\nURL=https://example.com'],
	['PCL', 'a printer file', '\x1bE\x1b&l0O'],
	['a PDF in base64', 'text in base64', Buffer.from(PDF).toString('base64')],
	['a data URL', 'text in base64', 'data:application/pdf;base64,JVBERi0xLjQK'],
	['other base64, in lines', 'text in base64', `${'QUJD'.repeat(19)}\r\n`.repeat(3)],
	['an animated AVIF', 'an AVIF image', ftyp('avis', 'avis', 'msf1')],
	['JPEG XR', 'a JPEG XR image', 'II\xbc\x01\x08\0'],
	['RW2', 'a RAW photo', 'IIU\0\x18\0'],
	['WMF without its header', 'a Windows metafile', '\x01\0\x09\0\0\x03'],
	['SVG with a prefix', 'an SVG image', '<svg:svg xmlns:svg="x"/>'],
	['ODG', 'an OpenDocument drawing', zipOf('mimetype', `${ODF}.graphics`)],
	['a locked DOCX', 'an Office document with a password', ole('EncryptedPackage')],
	['RTF behind a line break', 'a Rich Text document', '\r\n{\\rtf1\\ansi'],
	['PostScript for a printer', 'a PostScript file', '\x04%!PS-Adobe-3.0'],
	['RPMSG', 'a protected message of Outlook', '\x76\xe8\x04\x60\xc4\x11\xe3\x86'],
	...['To', 'Authentication-Results', 'Thread-Topic', 'Content-Type'].map(
		(first): [string, string, string] => [
			`EML from ${first} on`,
			'an e-mail',
			`${first}: x;\r\n\ty\r\nFrom: ana@example.com\r\n\r\nHello`,
		],
	),
	['MBOX', 'an e-mail', 'From MAILER-DAEMON Thu Jan  1 2026\nSubject: x\n'],
	[
		'a part of an EML',
		'a part of an e-mail',
		'--=_a\r\nContent-Type: application/pdf\r\n\r\nJVBERi0xLjQK',
	],
	...['script', 'meta', 'title', 'h1', 'div'].map((tag): [string, string, string] => [
		`HTML from ${tag} on`,
		'a part of a web page',
		`<${tag} class="a">Sign in`,
	]),
	['an error behind a DOCTYPE', 'an error message in XML', '<!DOCTYPE x>\n<error/>'],
	...[
		'{"message":"Unauthorized"}',
		'{"detail":"Not authenticated"}',
		'{"code":20404,"more_info":"x","status":404}',
		'{"status":"error"}',
		'{"success":false}',
		'{"odata.error":{}}',
		'{"fault":{"faultstring":"x"}}',
		'[{"errorCode":"INVALID_SESSION_ID"}]',
		'{"type":"about:blank"}',
	].map((text): [string, string, string] => [text, 'an error message in JSON', text]),
	['a state', 'a JSON file', '{"status":"paid","code":7,"success":true}'],
	['a setting', 'a JSON file', '{"name":"ErrorReporting","errorRate":0,"code":5000}'],
	['UBL', 'an XML file', '<ubl:Invoice\n  xmlns:ubl="urn:x"><ID>7</ID>'],
	...['data:application/pdf;filename=a.pdf;base64,', 'data:;base64,', "b'", "'"].map(
		(start): [string, string, string] => [
			`base64 behind ${start}`,
			'text in base64',
			`${start}JVBERi0xLjQK`,
		],
	),
	['base64 in lines of 64', 'text in base64', `${'QUJD'.repeat(16)}\n`.repeat(3)],
	['hexadecimal digits', 'a text file', 'deadBEEF'.repeat(20)],
	['a line of dashes', 'a text file', `${'-'.repeat(72)}\nInvoice 7\n`],
	['text', 'a text file', 'Dear Ana, the invoice is attached.\n'],
	['text in Latin-1', 'a text file', 'Gr\xfc\xdfe, the invoice is attached.\n'],
	[
		'text in Greek, cut off within a letter',
		'a text file',
		Buffer.from('Αγαπητή Άννα, το τιμολόγιο').toString('latin1').slice(0, -1),
	],
	[
		'text with digits where TAR has a checksum',
		'a text file',
		`${'Dear Ana, '.repeat(15).slice(2)}0001234 ${'Dear Ana, '.repeat(40)}`,
	],
	['text in UTF-16', 'a text file', '\xff\xfeW\0o\0r\0k\0b\0o\0o\0k\0'],
];
