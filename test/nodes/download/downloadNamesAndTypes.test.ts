import { readStored } from '../../harness/n8n/binaryStore';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { FileHost, withContent } from '../../harness/sandbox/fileHost';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { download } from './downloads';

const node = new SandboxedNode();
useDrivenTime(node);
const host = new FileHost();
const between = new SandboxProxy(node);
const ID = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';
const PDF = '%PDF-1.7\n';

/** Downloads the files of a run that the service lists so. */
async function downloaded(...files: object[]) {
	const supportingDocs = files.map((file) => ({ filenameUrl: `${host.origin}/x?sig=1`, ...file }));
	const doc = { id: ID, status: 'completed', supportingDocs };
	between.change = async () => await Promise.resolve({ status: 200, body: { doc } });
	return await node.run({
		parameters: download(),
		items: [{ id: ID }],
		credential: between.credential,
		onError: 'continueErrorOutput',
	});
}

describe('The name of a downloaded file', () => {
	it.each([
		['../../etc/passwd', 'passwd.pdf'],
		['..\\..\\Windows\\win.ini', 'win.ini'],
		['C:evil.pdf', 'evil.pdf'],
		['=?utf-8?Q?a=2Fb.pdf?=', 'b.pdf'],
		['=?UTF-8?Q?Rechnung_f=C3=BCr_M=C3=A4rz.pdf?=', 'Rechnung für März.pdf'],
		['=?utf-8?B?w6QvYi5wZGY=?=', 'b.pdf'],
		['=?iso-8859-1?Q?Rechnung_M=E4rz?= =?iso-8859-1?Q?_2026.pdf?=', 'Rechnung März 2026.pdf'],
		['=?utf-8?B?UmVjaG51bmdfMTE4LnBkZg==?=', 'Rechnung_118.pdf'],
		['C: D:evil.pdf', 'evil.pdf'],
		['/scan.pdf/', 'scan.pdf'],
		['a/..', 'a.pdf'],
		['one\0two\r\n.pdf', 'onetwo.pdf'],
		['invoice\u202efdp.exe', 'invoicefdp.exe'],
		['\ud83d.pdf', '\ufffd.pdf'],
		['😀.pdf', '😀.pdf'],
		['signed', 'signed.pdf'],
		['signed.', 'signed.pdf'],
		['Re: <a>|"b"?*.pdf', 'Re_ _a___b___.pdf'],
		['CON', '_CON.pdf'],
		['nul.tar.pdf', '_nul.tar.pdf'],
		['COM1.pdf', '_COM1.pdf'],
		['beacon.pdf', 'beacon.pdf'],
		['contract.pdf', 'contract.pdf'],
		['a. .', 'a.pdf'],
		['invoice.2026', 'invoice.2026.pdf'],
		['scan.1', 'scan.1.pdf'],
		['..', 'f1.pdf'],
		['.', 'f1.pdf'],
		[' / ', 'f1.pdf'],
		['', 'f1.pdf'],
	])('contains no path: %j becomes %j', async (filename, fileName) => {
		host.answer(withContent(200, PDF));
		const { items, errorItems } = await downloaded({ id: 'f1', filename }, { id: 'f1', filename });
		expect(errorItems).toEqual([]);
		expect(items).toHaveLength(2);
		for (const { json, binary } of items) {
			expect([json.fileName, binary?.data?.fileName]).toEqual([fileName, fileName]);
			expect(binary?.data?.directory).toBeUndefined();
		}
	});

	it('is at most as long as file systems allow, and keeps its extension', async () => {
		host.answer(withContent(200, PDF));
		const { items } = await downloaded({ filename: `${'ä'.repeat(300)}.pdf` });
		expect(items[0]?.json.fileName).toBe(`${'ä'.repeat(125)}.pdf`);
		const dots = await downloaded({ id: 'f1', filename: `${'.'.repeat(300)}-` });
		expect(dots.items[0]?.json.fileName).toBe('f1.pdf');
		const added = await downloaded({ filename: 'ä'.repeat(300) });
		expect(added.items[0]?.json.fileName).toBe(`${'ä'.repeat(125)}.pdf`);
	});

	it('is generated if there is no name and no ID, without a part of the link', async () => {
		host.answer(withContent(200, PDF));
		const { items } = await downloaded({}, { id: '../7' });
		expect(items.map(({ json }) => json.fileName)).toEqual(['file.pdf', '7.pdf']);
		expect(JSON.stringify(items)).not.toContain('sig=1');
	});
});

describe('Something else instead of a file', () => {
	const PAGE = '<!DOCTYPE html>\n<html><title>Sign in</title></html>';
	const DENIED = '<Error><Code>AccessDenied</Code></Error>';

	it.each([
		['scan.pdf', 'text/html; charset=utf-8', PAGE],
		['scan.pdf', 'application/pdf', PAGE],
		['table.csv', 'text/html', `\ufeff \n<!-- 1 --><?xml version="1.0"?><html lang="en">`],
		['scan', 'application/pdf', PAGE.repeat(100)],
		['letter', 'text/html', PAGE],
		['scan.v2', 'application/octet-stream', PAGE],
		['scan.pdf', 'application/json', '{"error":"expired"}', 'an error message in JSON'],
		['scan', 'application/json', '{"error":"expired"}', 'an error message in JSON'],
		['scan.pdf', 'application/xml', DENIED, 'an error message in XML'],
		['scan.png', 'application/xml', '<?xml version="1.0"?><Gone/>', 'an XML file'],
		['table.csv', 'application/json', '{"error":"expired"}', 'an error message in JSON'],
		['scan.pdf', 'application/pdf', 'Link expired', 'a text file'],
		['scan.docx', 'text/csv', 'Link expired', 'a text file'],
		['scan.pdf', 'application/pdf', '', 'an empty file'],
		['data.json', 'application/json', '', 'an empty file'],
	])('is rejected for %s with type %s: %s', async (filename, type, content, got = 'a web page') => {
		host.answer(withContent(200, content, { 'content-type': type }));
		const { items, errorItems } = await downloaded({ id: 'f1', filename });
		expect(items).toEqual([]);
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			`Could not download '${filename}' of run ${ID}. The file server returned ${got} instead of the file`,
		]);
		expect(host.requests).toBe(2);
	});

	it('is replaced by the file if a new link leads to it', async () => {
		host.answer(withContent(200, PAGE), withContent(200, PDF));
		const { items, errorItems } = await downloaded({ id: 'f1', filename: 'scan.pdf' });
		expect(errorItems).toEqual([]);
		const { data } = items[0]?.binary ?? {};
		expect(data && String(await readStored(data))).toBe(PDF);
	});

	it.each([
		['page.html', 'text/html', 'text/html'],
		['page.xhtml', 'application/xhtml+xml', 'application/xhtml+xml'],
		['letter.doc', 'application/msword', 'application/msword'],
		['report.xls', 'application/vnd.ms-excel', 'application/vnd.ms-excel'],
		['errors.xml', 'application/xml', 'application/xml', DENIED],
		['errors.json', 'text/plain', 'application/json', '{"error":"expired"}'],
		['mail.eml', 'text/plain', 'message/rfc822', 'Subject: Invoice\n'],
		['sheet.xls', 'text/plain', 'application/vnd.ms-excel', 'a\tb'],
		['started.log', 'text/plain', 'text/plain', '{"level":"info","error":null}'],
		['bank.sta', 'text/plain', 'text/plain', ':20:1'],
		['call.vtt', 'text/vtt', 'text/vtt', 'WEBVTT\n'],
	])('is accepted for %s with type %s', async (filename, type, mimeType, content = PAGE) => {
		host.answer(withContent(200, content, { 'content-type': type }));
		const { items, errorItems } = await downloaded({ id: 'f1', filename });
		expect(errorItems).toEqual([]);
		expect(items[0]?.binary?.data).toMatchObject({ fileName: filename, mimeType });
	});
});

describe('The extension of a downloaded file', () => {
	it.each([
		['signed', 'PK\x03\x04', 'application/octet-stream', 'signed.zip'],
		['signed', '\0\x01', 'image/tiff; charset=binary', 'signed.tif'],
		['signed', '\0\x01', 'application/octet-stream', 'signed'],
		['signed', '\0\x01', 'text/x-other', 'signed'],
		['scan.tif', PDF, 'application/pdf', 'scan.tif'],
	])('is added if there is none: %s of %j with type %s', async (filename, text, type, fileName) => {
		host.answer(withContent(200, text, { 'content-type': type }));
		const { items } = await downloaded({ id: 'f1', filename }, { id: 'f2', filename });
		expect(items.map(({ json }) => json.fileName)).toEqual([fileName, fileName]);
	});
});

describe('The type of a downloaded file', () => {
	it('is derived from its ID if it has no name', async () => {
		host.answer(withContent(200, 'a;b', { 'content-type': 'text/x-other' }));
		const { items } = await downloaded({ id: 'table.csv' }, { id: 'table.xml' });
		expect(items.map(({ binary }) => binary?.data?.mimeType)).toEqual([
			'text/csv',
			'application/xml',
		]);
	});

	it.each([
		[PDF, 'scan.png', 'text/plain', 'application/pdf'],
		['\xff\xd8\xff\xe0', 'scan.pdf', 'application/pdf', 'image/jpeg'],
		['II*\0', 'scan', 'image/png', 'image/tiff'],
		['PK\x03\x04', 'scan.pdf', 'application/pdf', 'application/zip'],
		['PK\x03\x04', 'a.docx', 'text/plain', expect.stringContaining('wordprocessingml')],
		['PK\x03\x04', 'book', 'application/epub+zip', 'application/epub+zip'],
		['a;b', 'table.csv', 'text/html', 'text/csv'],
		['a;b', 'table.tsv', 'application/octet-stream', 'text/tab-separated-values'],
		['\0\x01', 'scan', 'image/tiff; charset=binary', 'image/tiff'],
		['\0\x01', 'invoice.2026', 'image/tiff', 'image/tiff'],
	])(
		'is derived from content, name and type: %j in %s with %s is %s',
		async (start, filename, type, mimeType) => {
			for (const content of [start, start.padEnd(200_000)]) {
				host.answer((response) => {
					response.writeHead(200, { 'content-type': type }).end(Buffer.from(content, 'latin1'));
				});
				const { items } = await downloaded({ id: 'f1', filename });
				const { data } = items[0]?.binary ?? {};
				expect(data?.mimeType).toEqual(mimeType);
				expect(data && (await readStored(data)).toString('latin1')).toBe(content);
			}
		},
	);
});
