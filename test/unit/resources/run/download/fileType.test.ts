import { HostError } from '../../../../../nodes/DocScore/engine/http/download';
import { fileType } from '../../../../../nodes/DocScore/resources/run/download/fileType';

const OFFICE = 'application/vnd.openxmlformats-officedocument';

test.each([
	['table', 'Text/CSV ; charset=utf-8', 'text/csv'],
	['table', 'application/octet-stream', 'application/octet-stream'],
	['table 1.2 final', 'application/octet-stream', 'application/octet-stream'],
	['table', undefined, undefined],
	// n8n knows this extension.
	['table.sql', 'binary/octet-stream', undefined],
	['table.sql', 'text/plain', 'text/plain'],
])('a file called %s with the type %s of its host has the type %s', (name, told, type) => {
	const head = new Uint8Array([0, 1]);
	expect(fileType({ head, name, headers: { 'content-type': told } })).toBe(type);
});

test.each([
	['bmp', 'image/bmp'],
	['csv', 'text/csv'],
	['doc', 'application/msword'],
	['docx', `${OFFICE}.wordprocessingml.document`],
	['eml', 'message/rfc822'],
	['gif', 'image/gif'],
	['heic', 'image/heic'],
	['htm', 'text/html'],
	['html', 'text/html'],
	['jpeg', 'image/jpeg'],
	['jpg', 'image/jpeg'],
	['json', 'application/json'],
	['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
	['odt', 'application/vnd.oasis.opendocument.text'],
	['pdf', 'application/pdf'],
	['png', 'image/png'],
	['pptx', `${OFFICE}.presentationml.presentation`],
	['rtf', 'application/rtf'],
	['tif', 'image/tiff'],
	['tiff', 'image/tiff'],
	['txt', 'text/plain'],
	['webp', 'image/webp'],
	['xhtml', 'application/xhtml+xml'],
	['xls', 'application/vnd.ms-excel'],
	['xlsx', `${OFFICE}.spreadsheetml.sheet`],
	['xml', 'application/xml'],
	['zip', 'application/zip'],
])(
	'a file that ends with .%s has the registered type %s, whatever its host says',
	(ending, type) => {
		const head = new Uint8Array([0, 1]);
		for (const told of ['text/x-other', 'application/octet-stream']) {
			const headers = { 'content-type': told };
			for (const name of [`scan.${ending}`, `SCAN.1.${ending.toUpperCase()}`]) {
				expect(fileType({ head, name, headers })).toBe(type);
			}
		}
	},
);

const ZIP = 'PK\x03\x04';
const MACROS = 'application/vnd.ms-excel.sheet.macroenabled.12';

test.each([
	['\x89PNG\r\n\x1a\n', 'scan.pdf', undefined, 'image/png'],
	['From: ana@example.com\n', 'scan', 'text/csv', 'message/rfc822'],
	['Dear Ana', 'scan', 'text/csv', 'text/csv'],
	['Dear Ana', 'scan.rtf', undefined, 'application/rtf'],
	['<html>', 'page.html', undefined, 'text/html'],
	['<html>', 'page.xhtml', undefined, 'application/xhtml+xml'],
	['<html>', 'scan.doc', undefined, 'application/msword'],
	['<html>', 'scan.xls', undefined, 'application/vnd.ms-excel'],
	['{"error":1}', 'scan.json', undefined, 'application/json'],
	['<Error/>', 'scan.xml', undefined, 'application/xml'],
	['{"error":1}', 'scan.txt', undefined, 'text/plain'],
	[ZIP, 'scan', MACROS, MACROS],
	[ZIP, 'scan', 'image/png', 'application/zip'],
	[ZIP, 'scan', undefined, 'application/zip'],
])(
	'a file of %j called %s with the type %s of its host has the type %s',
	(start, name, told, type) => {
		const head = Buffer.from(start, 'latin1');
		expect(fileType({ head, name, headers: { 'content-type': told } })).toBe(type);
	},
);

test.each([
	['', 'scan.txt', 'an empty file'],
	['<html>', 'scan', 'a web page'],
	['<html>', 'scan.txt', 'a web page'],
	['<Error/>', 'scan', 'an error message in XML'],
	['{"error":1}', 'scan.html', 'an error message in JSON'],
	['data:;base64,JVBERi0xLjQK', 'scan.pdf', 'text in base64'],
	['From: ana@example.com\n', 'scan.pdf', 'an e-mail'],
	['Dear Ana', 'scan.wav', 'a text file'],
	['Dear Ana', 'scan.heic', 'a text file'],
	['Dear Ana', 'scan.docx', 'a text file'],
])('%j cannot be a file called %s: it is %s', (start, name, got) => {
	const message = `The file server returned ${got} instead of the file`;
	const error = expect.objectContaining({ message, constructor: HostError });
	expect(() => fileType({ head: Buffer.from(start), name, headers: {} })).toThrow(error);
});
