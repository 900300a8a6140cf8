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
