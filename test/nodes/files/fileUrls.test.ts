// Sources: resources/run/files/fileUrlAdvice.ts, resources/run/files/fileUrls.ts
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { hintsOf } from '../../harness/n8n/runNode';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
useDrivenTime(node);

const DRIVE = 'https://drive.google.com/file/d/1aBcD_efG/view?usp=sharing';
const DROPBOX = 'https://www.dropbox.com/scl/fi/abc123/invoice.pdf?rlkey=xyz&dl=0';
const FILE = 'https://files.example.com/invoice.pdf';

describe('File URLs that by their name are no file which the service reads', () => {
	it.each([
		['scan.tif?X-Signature=secret', 'has a file that is a TIFF image', 'scan.tif'],
		['a%20b.docx#1', 'has a file that is a Word document', 'a%20b.docx'],
		['a%2Edocx', 'has a file that is a Word document', 'a%2Edocx'],
		['a.docx;v=1', 'has a file that is a Word document', 'a.docx;v=1'],
		['a.docx/', 'has a file that is a Word document', 'a.docx/'],
		['a.xlsb', 'has a file that is an Excel workbook', 'a.xlsb'],
		['a.tsv', 'has a file that is a table with tabs', 'a.tsv'],
		['invoice.html', 'opens a web page, not a file', 'invoice.html'],
		['invoice.htm#118', 'opens a web page, not a file', 'invoice.htm'],
		...Object.entries({
			heic: 'a HEIC photo',
			xlsx: 'an Excel workbook',
			doc: 'a Word document',
			zip: 'a ZIP archive',
			eml: 'an e-mail',
			msg: 'an Outlook message',
			p7m: 'a signature or a signed file',
			mp3: 'an MP3 recording',
			mov: 'a QuickTime video',
			svg: 'an SVG image',
			txt: 'a text file',
			xml: 'an XML file',
		}).map(([ending, told]) => {
			const name = `invoice.${ending}`;
			return [`${name}?sig=1`, `has a file that is ${told}`, name];
		}),
	])('are refused before anything is sent: %s', async (end, problem, shown) => {
		const run = await node.run({
			parameters: node.submission({ file_urls: '={{ $json.url }}' }),
			items: [{ url: `https://files.example.com/v1.2/${end}` }, { url: FILE }],
			onError: 'continueErrorOutput',
		});
		expect(run.items).toHaveLength(1);
		expect(run.errorItems.map(({ json }) => json.error)).toEqual([
			`'File URLs' ${problem}: 'https://files.example.com/v1.2/${shown}'`,
		]);
		expect(await node.requestCounts()).toEqual({ submit: 1 });
	});

	it('are refused if they open a page of Google Drive or Dropbox, in each operation', async () => {
		for (const operation of ['submit', 'submitAndWait']) {
			const run = await node.run({
				parameters: node.submission({ operation, file_urls: '={{ $json.url }}' }),
				items: [{ url: DRIVE }, { url: `${FILE}\n${DROPBOX}` }],
				onError: 'continueErrorOutput',
			});
			expect(run.errorItems.map(({ json }) => json.error)).toEqual([
				"'File URLs' opens a Google Drive page, not the file: 'https://drive.google.com/file/d/1aBcD_efG/view'",
				"'File URLs' opens a Dropbox page, not the file: 'https://www.dropbox.com/scl/fi/abc123/invoice.pdf'",
			]);
		}
		expect(await node.requestCounts()).toEqual({});
	});

	it.each([
		[
			'speaks of a type that it reads',
			['letter.docx?format=pdf', 'SCAN.JPEG', 'a/letter.docx/a.pdf'],
		],
		['has no ending, or an unknown one', ['get?name=a.docx', 'invoice.php', 'v1.2', '']],
		[
			'ends with the name of a server, an address or a word',
			[
				'pdf/https://acme.com.au',
				'of/user@startup.ai/',
				'logo/acme.MD',
				'logo/acme.ps?size=2',
				'for/ana@acme.one',
				'invoice.pages',
				'by.key',
				'the.numbers',
				'pay.url',
				'audit.log',
			],
		],
		[
			'asks a program of a server for a file',
			[
				'GetDocument.htm?id=12',
				'view.html?id=12',
				'view.xhtml?id=12',
				'cgi-bin/get.exe?12',
				'a.dll?12',
			],
		],
	])('are submitted if the URL %s', async (_, urls) => {
		const run = await node.run({
			parameters: node.submission({ file_urls: '={{ $json.url }}' }),
			items: urls.map((end) => ({ url: `https://files.example.com/${end}` })),
		});
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(urls.length);
	});
});

describe('File URLs that the service cannot reach', () => {
	const submitTo = async (baseUrl: string, urls: string[]) =>
		await node.run({
			parameters: node.submission({ file_urls: '={{ $json.url }}' }),
			items: urls.map((url) => ({ url })),
			credential: { baseUrl },
			onError: 'continueErrorOutput',
		});
	const MACHINE = 'http://localhost:8080/a.pdf?key=secret';
	const NETWORK = 'http://192.168.1.20/a.pdf';
	const machine =
		'The service cannot reach http://localhost:8080 in File URLs, which is a local address. Read the file in n8n and set Files to From Input Data.';
	const network =
		'http://192.168.1.20 in File URLs looks like a private address. If the service cannot reach it, read the file in n8n and set Files to From Input Data.';

	it.each([
		['https://unreachable.invalid/v1', [machine, network]],
		['http://service.home.arpa/v1', [machine]],
	])('cause one hint each if the service is at %s', async (baseUrl, hints) => {
		const run = await submitTo(baseUrl, [MACHINE, NETWORK, FILE, MACHINE, NETWORK]);
		expect(hintsOf(run)).toEqual(hints);
	});

	it('are allowed if the service is on the same machine', async () => {
		const run = await submitTo(node.credential.baseUrl, [MACHINE, NETWORK]);
		expect(run.items).toHaveLength(2);
		expect(hintsOf(run)).toEqual([]);
	});
});
