import { isMp3 } from './mpegFrames';
import {
	begins,
	hasPdfHeader,
	isJpeg,
	isJpegLs,
	isPlainText,
	isTar,
	isXml,
	ofBrand,
	oleHolding,
	type Test,
	words,
	zipHolding,
} from './signatures';

/** What a type is for the service, or which way leads from it to a type that the service reads. */
export type FileKind =
	| 'archive'
	| 'base64'
	| 'document'
	| 'error'
	| 'image'
	| 'mail'
	| 'office'
	| 'other'
	| 'page'
	| 'phonePhoto'
	| 'recording'
	| 'sound'
	| 'text'
	| 'video';

/** A container that holds files of several types, of which the first bytes may not tell. */
type Container = 'ole' | 'text' | 'zip';

export interface FileType {
	/** The name that a user knows, with its article. */
	told: string;
	kind: FileKind;
	/** Usual extensions, the first for new names. */
	endings: readonly string[];
	mimeType?: string;
	/** What kind of container the type is in, or is. */
	container?: Container;
}

interface Row extends FileType {
	is: Test;
}

type Entry = [told: string, endings: string, is: RegExp | Test, mimeType?: string];

function of(kind: FileKind, entries: Entry[], container?: Container): Row[] {
	return entries.map(([told, endings, is, mimeType]) => ({
		told,
		kind,
		endings: endings.split(' ').filter((ending) => ending !== ''),
		mimeType,
		container,
		is: is instanceof RegExp ? (text) => is.test(text) : is,
	}));
}

/** Known by the ending of their names only. */
const unseen = () => false;

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

const IMAGES = [
	...of('document', [
		['a PNG image', 'png', begins`\x89PNG\r\n\x1a\n`, 'image/png'],
		['a JPG image', 'jpg jpeg', isJpeg, 'image/jpeg'],
		['a GIF image', 'gif', begins`GIF8[79]a`, 'image/gif'],
		['a WEBP image', 'webp', begins`RIFF[^]{4}WEBP`, 'image/webp'],
	]),
	...of('image', [['an AVIF image', 'avif', ofBrand('avi[fs]'), 'image/avif']]),
	...of('phonePhoto', [['a HEIC photo', 'heic heif', ofBrand('hei|hev|msf1'), 'image/heic']]),
	...of('image', [
		['a JPEG-LS image', 'jls', isJpegLs, 'image/jls'],
		['a HEIF image', 'hif', ofBrand('mif1'), 'image/heif'],
		['a Canon RAW photo', 'cr3 cr2', ofBrand('crx ')],
		['a Canon RAW photo', '', begins`II\*\0[^]{4}CR`],
		['a TIFF image', 'tif tiff', begins`(II[*+]\0|MM\0[*+])`, 'image/tiff'],
		['a RAW photo', 'dng nef arw orf rw2 raf', begins`(FUJIFILMCCD-RAW|II(R[OS]|U\0))`],
		['a JPEG XR image', 'jxr wdp', begins`II\xbc\x01`],
		['a BMP image', 'bmp', begins`BM[^]{4}\0{4}`, 'image/bmp'],
		['a JPEG XL image', 'jxl', begins`(\xff\x0a|\0\0\0\x0cJXL )`, 'image/jxl'],
		['a JPEG 2000 image', 'jp2 j2k', begins`(\0\0\0\x0cjP {2}|\xff\x4f\xff\x51)`, 'image/jp2'],
		['a Photoshop image', 'psd', begins`8BPS\0[\x01\x02]`],
		['a GIMP image', 'xcf', begins`gimp xcf`],
		['an icon', 'ico', begins`\0\0[\x01\x02]\0[^\0]\0`],
		['a DjVu document', 'djvu djv', begins`AT&TFORM[^]{4}DJV`],
		['a JBIG2 image', 'jb2', begins`\x97JB2\r\n\x1a\n`],
		['a DICOM image', 'dcm', begins`[^]{128}DICM`],
		[
			'a Windows metafile',
			'wmf emf',
			begins`(\xd7\xcd\xc6\x9a|[\x01\x02]\0\x09\0\0[\x01\x03]|\x01\0{3}[^]{36} EMF)`,
		],
		['a QOI image', 'qoi', begins`qoif\0`],
		['an AutoCAD drawing', 'dwg dxf', begins`AC10\d\d`],
		[
			'an SVG image',
			'svg svgz',
			words(/^(<!doctype\s+svg[^>]*>\s*)?<(svg:)?svg[\s>]/i),
			'image/svg+xml',
		],
	]),
];

const IN_ZIP = of(
	'office',
	[
		[
			'a Word document',
			'docx docm dotx dotm',
			zipHolding('word/'),
			`${OFFICE}.wordprocessingml.document`,
		],
		[
			'an Excel workbook',
			'xlsx xlsm xlsb xltx',
			zipHolding('xl/'),
			`${OFFICE}.spreadsheetml.sheet`,
		],
		[
			'a PowerPoint presentation',
			'pptx pptm ppsx potx',
			zipHolding('ppt/'),
			`${OFFICE}.presentationml.presentation`,
		],
		['a Visio drawing', 'vsdx', zipHolding('visio/')],
		['an XPS document', 'xps oxps', zipHolding('FixedDoc')],
		['an OpenDocument text', 'odt ott', zipHolding(`mimetype${ODF}.text`), `${ODF}.text`],
		[
			'an OpenDocument spreadsheet',
			'ods',
			zipHolding(`mimetype${ODF}.spreadsheet`),
			`${ODF}.spreadsheet`,
		],
		['an OpenDocument presentation', 'odp', zipHolding(`mimetype${ODF}.presentation`)],
		['an OpenDocument drawing', 'odg', zipHolding(`mimetype${ODF}.graphics`)],
		['an e-book', 'epub', zipHolding('mimetypeapplication/epub'), 'application/epub+zip'],
		['an Apple Pages document', 'pages', unseen],
		['an Apple Numbers spreadsheet', 'numbers', unseen],
		['an Apple Keynote presentation', 'key', unseen],
		['an Apple Pages, Numbers or Keynote document', '', zipHolding('Index/')],
		['an Office document', '', begins`PK\x03\x04[^]{0,200}\[Content_Types\]\.xml`],
	],
	'zip',
);

const IN_OLE = [
	...of(
		'office',
		[
			['a Word document', 'doc dot', oleHolding('WordDocument'), 'application/msword'],
			['an Excel workbook', 'xls xlt', oleHolding('Workbook'), 'application/vnd.ms-excel'],
			['a PowerPoint presentation', 'ppt pps', oleHolding('PowerPoint Document')],
			['a Visio drawing', 'vsd', oleHolding('VisioDocument')],
			['an Office document with a password', '', oleHolding('EncryptedPackage')],
			['a Publisher document', 'pub', oleHolding('Quill')],
		],
		'ole',
	),
	...of('mail', [['an Outlook message', 'msg', oleHolding('__substg1.0_')]], 'ole'),
	...of('office', [['an old Office document', '', oleHolding('')]], 'ole'),
];

const OTHER_OFFICE = of('office', [
	['a Rich Text document', 'rtf', words(/^\{\\rtf/), 'application/rtf'],
	['a WordPerfect document', 'wpd', begins`\xffWPC`],
	['a OneNote section', 'one', begins`\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d`],
	['a Kindle e-book', 'mobi azw3', begins`[^]{60}BOOKMOBI`],
	['a PostScript file', 'ps eps ai', begins`\x04?(%!PS|\xc5\xd0\xd3\xc6)`],
	['a PDF form without its document', 'fdf', begins`%FDF-`],
]);

const ARCHIVES = [
	...of(
		'archive',
		[['a ZIP archive', 'zip', begins`PK(\x03\x04|\x05\x06|\x07\x08)`, 'application/zip']],
		'zip',
	),
	...of('archive', [
		['a RAR archive', 'rar', begins`Rar!\x1a\x07`],
		['a 7-Zip archive', '7z', begins`7z\xbc\xaf\x27\x1c`],
		['a TAR archive', 'tar', isTar],
		['a GZIP archive', 'gz tgz', begins`\x1f\x8b\x08`],
		['a BZIP2 archive', 'bz2', begins`BZh[1-9]1AY&SY`],
		['an XZ archive', 'xz', begins`\xfd7zXZ\0`],
		['a Zstandard archive', 'zst', begins`\x28\xb5\x2f\xfd`],
		['an LZ4 archive', 'lz4', begins`\x04\x22M\x18`],
		['a Cabinet archive', 'cab', begins`MSCF\0{4}`],
		['an LZH archive', 'lzh lha', begins`[^]{2}-lh\w-`],
		['a Debian package', 'deb', begins`!<arch>\n`],
	]),
];

const SOUND = [
	...of('recording', [['a WAV recording', 'wav', begins`(RIFF|RF64)[^]{4}WAVE`, 'audio/wav']]),
	...of('sound', [
		['an M4A recording', 'm4a m4b', ofBrand('M4[AB] '), 'audio/mp4'],
		['a FLAC recording', 'flac', begins`fLaC`, 'audio/flac'],
		['an Ogg or Opus recording', 'ogg opus oga', begins`OggS\0`, 'audio/ogg'],
		['an AIFF recording', 'aiff aif aifc', begins`FORM[^]{4}AIF[FC]`, 'audio/aiff'],
		['an AMR recording', 'amr awb', begins`#!AMR`, 'audio/amr'],
		['a SILK recording', 'silk', begins`\x02?#!SILK_V3`],
		['a CAF recording', 'caf', begins`caff\0\x01`],
		['an AU recording', 'au snd', begins`\.snd\0\0`],
		['a MIDI file', 'mid midi', begins`MThd\0\0\0\x06`],
		['a WavPack recording', 'wv', begins`wvpk`],
		["a Monkey's Audio recording", 'ape', begins`MAC `],
		['a DSD recording', 'dsf', begins`DSD \x1c\0`],
		['a Musepack recording', 'mpc', begins`MP(CK|\+)`],
		['a Creative voice file', 'voc', begins`Creative Voice File`],
		['a Wave64 recording', 'w64', begins`riff\x2e\x91\xcf\x11`],
	]),
	...of('video', [
		['a 3GP recording', '3gp 3g2', ofBrand('3g[ep2]'), 'video/3gpp'],
		[
			'a QuickTime video',
			'mov qt',
			begins`[^]{4}(ftypqt {2}|moov|mdat|wide|pnot)`,
			'video/quicktime',
		],
		['an MP4 video', 'mp4 m4v', begins`[^]{4}ftyp`, 'video/mp4'],
		['a Windows Media file', 'wma wmv asf', begins`\x30\x26\xb2\x75\x8e\x66\xcf\x11`],
		['an AVI video', 'avi', begins`RIFF[^]{4}AVI `],
		['a Matroska or WebM video', 'webm mkv mka', begins`\x1a\x45\xdf\xa3`],
		['a Flash video', 'flv', begins`FLV\x01`],
		['an MPEG video', 'mpg mpeg mts', begins`(\0\0\x01[\xba\xb3]|G[^]{187}G[^]{187}G)`],
	]),
];

/** Among the lines of a header one that only e-mails have; a server's header has some of the others. */
const MAIL_HEADER =
	/^(From \S.*\r?\n)?([\w-]+:.*\r?\n([ \t].*\r?\n)*)*?(Delivered-To|DKIM-Signature|From|Message-ID|Received|Return-Path|Subject): /i;

const MAILS = of('mail', [
	['a winmail.dat of Outlook', 'tnef', begins`\x78\x9f\x3e\x22`],
	['a protected message of Outlook', 'rpmsg', begins`\x76\xe8\x04\x60\xc4\x11\xe3\x86`],
	['an Outlook mailbox', 'pst', begins`!BDN`],
	['an e-mail', 'eml', words(MAIL_HEADER), 'message/rfc822'],
]);

const OTHERS = of('other', [
	['a RIFF file', '', begins`RIF[FX][^]{4}[\w ]{4}`],
	['an Access database', 'mdb accdb', begins`\0\x01\0\0Standard (Jet|ACE)`],
	[
		'a signature or a signed file',
		'p7s p7m',
		begins`\x30[\x80-\x84][^]{0,4}\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07`,
	],
	[
		'an encrypted file',
		'pgp gpg',
		begins`(\x85[\x01-\x04]\x0c\x03|-----BEGIN PGP MESSAGE|Salted__)`,
	],
	['a certificate or key', 'pem crt', begins`-----BEGIN [A-Z0-9 ]+-----`],
	['a Windows program', 'exe dll', begins`MZ[^]*?(PE\0\0|This program)`],
	[
		'a program',
		'jar apk',
		begins`(\x7fELF|\xcf\xfa\xed\xfe|\xce\xfa\xed\xfe|\xca\xfe\xba\xbe|\0asm)`,
	],
	['an SQLite database', 'sqlite db', begins`SQLite format 3\0`],
	['a Parquet table', 'parquet', begins`PAR1`],
	['a font', 'ttf otf woff woff2', begins`(\0\x01\0\0\0[\x04-\x40]|OTTO\0|wOF[F2]|ttcf\0)`],
	['a companion file of macOS', '', begins`\0\x05\x16[\0\x07]`],
	['a Windows shortcut', 'lnk', begins`L\0\0\0\x01\x14\x02\0`],
]);

const PAGES = [
	...of(
		'page',
		[['a web page', 'html htm', words(/^<(!doctype\s+html|html|head|body)[\s>]/i), 'text/html']],
		'text',
	),
	...of('error', [
		[
			'an error message in XML',
			'',
			words(
				/^(<!doctype[^>]*>\s*)?<(\w+:)?(Error|Errors|ErrorResponse|Fault|Envelope[^]{0,400}?Fault)\b/i,
			),
		],
		[
			'an error message in JSON',
			'',
			words(
				/^[[\s]*\{(\s*"(detail|message|msg)"\s*:|\s*"type"\s*:\s*"about:|[^]{0,300}?"(([\w.]+\.)?errors?|error_?code|errorMessage|fault\w*|statusCode)"\s*:|[^]{0,300}?"(status|code)"\s*:\s*("(error|fail)|"?[45]\d\d\b)|[^]{0,300}?"(ok|success)"\s*:\s*false)/i,
			),
		],
	]),
	...of(
		'text',
		[
			['an XML file', 'xml', isXml, 'application/xml'],
			['a JSON file', 'json', words(/^(\{\s*["}]|\[\s*["{[\]])/), 'application/json'],
			['a calendar entry', 'ics', words(/^BEGIN:VCALENDAR/i)],
			['a contact', 'vcf', words(/^BEGIN:VCARD/i)],
			['a link to a web page', 'url webloc', words(/^\[InternetShortcut\]/i)],
		],
		'text',
	),
];

/** A PDF or an MP3 can follow something else, but none of the types before. */
const BEHIND_OTHERS = [
	...of('document', [['a PDF', 'pdf', hasPdfHeader, 'application/pdf']]),
	...of('recording', [['an MP3 recording', 'mp3', isMp3, 'audio/mpeg']]),
	...of('sound', [
		[
			'an AAC recording',
			'aac',
			begins`\xff[\xf0\xf1\xf8\xf9][\0-\x33\x40-\x73\x80-\xb3]`,
			'audio/aac',
		],
		['an MP2 recording', 'mp2', begins`\xff[\xf4\xf5\xfc\xfd]`],
		['an AC-3 recording', 'ac3', begins`\x0bw`],
	]),
	...of('other', [['a printer file', 'prn pcl', begins`\x1b(%-12345X|E\x1b)`]]),
];

const BASE64_OF_KNOWN = 'JVBERi0|iVBORw0KGgo|/9j/|R0lGOD|UklGR|SUQz|//[uv]|UEsDB|SUkq|TU0AK';

const TEXTS = [
	...of('base64', [
		[
			'text in base64',
			'b64',
			words(
				new RegExp(
					`^(b?["']?(data:[\\w/.+;=%'*-]{0,300};base64,|${BASE64_OF_KNOWN})|(?=\\S*[G-Zg-z])[\\w+/-]{60})[\\w+/=\\s\\\\"'-]*$`,
				),
			),
		],
	]),
	...of('mail', [['a part of an e-mail', '', words(/^(--\S+\s+)?(Content|MIME)-[\w-]+: /i)]]),
	...of(
		'page',
		[
			[
				'a part of a web page',
				'',
				words(
					/^<(a|b|base|br|center|div|font|form|h[1-6]|iframe|frameset|img|link|meta|noscript|p|script|span|strong|style|table|title)\b[^<]*>/i,
				),
			],
		],
		'text',
	),
	...of(
		'text',
		[
			['a text file', 'txt log md yaml yml', isPlainText, 'text/plain'],
			['a CSV table', 'csv', unseen, 'text/csv'],
			['a table with tabs', 'tsv', unseen, 'text/tab-separated-values'],
			['a web page', 'xhtml', unseen, 'application/xhtml+xml'],
			['a saved web page', 'mht mhtml', unseen],
		],
		'text',
	),
];

/** In order: a type is looked for only in what none before it claims. */
export const FILE_TYPES: readonly Row[] = [
	...IMAGES,
	...SOUND,
	...IN_ZIP,
	...ARCHIVES,
	...IN_OLE,
	...OTHER_OFFICE,
	...MAILS,
	...OTHERS,
	...PAGES,
	...BEHIND_OTHERS,
	...TEXTS,
];
