// Sources: engine/hintOnce.ts, resources/run/files/fileUrlAdvice.ts,
// resources/run/files/fileUrls.ts
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { hintsOf } from '../../harness/n8n/runNode';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const between = new SandboxProxy(node);
const time = useDrivenTime(node);

const DRIVE = 'https://drive.google.com/file/d/1aBcD_efG/view?usp=sharing';
const DROPBOX = 'https://www.dropbox.com/scl/fi/abc123/invoice.pdf?rlkey=xyz&dl=0';
const FILE = 'https://files.example.com/invoice.pdf';

describe('File URLs that end as those of files which the service does not read', () => {
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

	it('are refused by their name if they open a page, in each operation', async () => {
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

describe('The throttle hint', () => {
	const fixedResult = { outputSchema: {} };

	const startMany = (count: number) =>
		Array.from({ length: count }, () =>
			node.start({
				parameters: node.submission({ operation: 'submitAndWait' }),
				credential: between.credential,
			}),
		);

	/** The rates that hints name. */
	const ratesIn = (hints: string[]): number[] =>
		hints.map((hint) => Number(/about (.*) requests per second/.exec(hint)?.[1]));

	it('names the rate at which the execution was slowed down, even after a long wait', async () => {
		await node.control.setRunPlan({ pendingMs: 0, processingMs: 600_000, fixedResult });
		await node.control.setDialect({ requestsPerSecond: 10 });
		const executions = startMany(100);
		await time.pass(60_000);
		time.flow();
		const runs = await Promise.all(executions.map(async ({ finished }) => await finished));
		const hints = runs.flatMap(hintsOf);
		expect(hints.length).toBeGreaterThan(30);
		for (const rate of ratesIn(hints)) {
			expect(rate).toBeGreaterThanOrEqual(4);
			expect(rate).toBeLessThanOrEqual(20);
		}
	});

	it('is not shown after an outage with Retry-After', async () => {
		await node.control.setRunPlan({ pendingMs: 0, processingMs: 60_000, fixedResult });
		const isDown = () => time.passed > 10_000 && time.passed < 30_000;
		const busy = { status: 503, headers: { 'retry-after': '5' }, body: { error: 'Busy' } };
		between.change = async (_, pass) => (isDown() ? busy : await pass());
		const runs = await Promise.all(startMany(20).map(async ({ finished }) => await finished));
		expect(between.asked.length).toBeGreaterThan(40);
		expect(runs.filter(({ error }) => error)).toEqual([]);
		expect(runs.flatMap(hintsOf)).toEqual([]);
	});
});
