// Sources: engine/hintOnce.ts, resources/run/files/fileUrlAdvice.ts,
// resources/run/files/fileUrls.ts
import { type IDataObject, type INodeParameters, Workflow } from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { hintsOf, nodeTypes } from '../../harness/n8n/runNode';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const between = new SandboxProxy(node);
const time = useDrivenTime(node);

const { hints: declared = [] } = new DocScore().description;
const DRIVE = 'https://drive.google.com/file/d/1aBcD_efG/view?usp=sharing';
const DOCS = 'https://docs.google.com/document/d/1aBcD_efG/edit';
const DROPBOX = 'https://www.dropbox.com/scl/fi/abc123/invoice.pdf?rlkey=xyz&dl=0';
const FILE = 'https://files.example.com/invoice.pdf';
const RANGE = 'https://files.example.com/invoice[1],2.pdf';

/** The hints that the editor shows before the node has run. */
function shownFor(parameters: INodeParameters, json: IDataObject | null = {}): string[] {
	const edited = nodeOf('DocScore', 'n8n-nodes-docscore.docScore', {
		parameters: { resource: 'run', operation: 'submit', ...parameters },
	});
	const parts = { nodes: [edited], connections: {}, active: false, nodeTypes };
	const { expression } = new Workflow(parts);
	const shown = declared.filter(({ displayCondition = '' }) => {
		const input = json === null ? [] : [{ json }];
		const { name } = edited;
		return expression.getParameterValue(displayCondition, null, 0, 0, name, input, 'manual', {});
	});
	return shown.map(({ message }) => message);
}

const DRIVE_PAGE = expect.stringContaining('opens a Google Drive page');
const EDITOR = expect.stringContaining('opens a Google editor');
const DROPBOX_PAGE = expect.stringContaining('opens a Dropbox page');
const SEVERAL = expect.stringContaining('become one run');

describe('before the node runs, the editor shows a hint', () => {
	it.each<[string, unknown[]]>([
		['', []],
		[FILE, []],
		[RANGE, []],
		[DRIVE, [DRIVE_PAGE]],
		[DOCS, [EDITOR]],
		[DROPBOX, [DROPBOX_PAGE]],
		[`${FILE}\n${FILE}`, [SEVERAL]],
		[`["${FILE}","${RANGE}"]`, [SEVERAL]],
		[`${FILE}, ${DROPBOX}`, [DROPBOX_PAGE, SEVERAL]],
		[`${FILE};${DROPBOX}`, [DROPBOX_PAGE, SEVERAL]],
		[`${FILE}|${DRIVE}; ${DROPBOX}`, [DRIVE_PAGE, DROPBOX_PAGE, SEVERAL]],
		['={{ $json.link }}', [DRIVE_PAGE]],
		['={{ $json.links }}', [DROPBOX_PAGE, SEVERAL]],
		['={{ $json.none }}', []],
	])('for File URLs of %j', (file_urls, shown) => {
		const json = { link: DRIVE, links: [FILE, DROPBOX] };
		expect(shownFor({ file_urls }, json)).toEqual(shown);
		expect(shownFor({ operation: 'submitAndWait', file_urls }, json)).toEqual(shown);
	});

	it('not if there are no items to evaluate the URLs with', () => {
		expect(shownFor({ file_urls: '={{ $json.link }}' }, null)).toEqual([]);
		expect(shownFor({ file_urls: '={{ $("Other").item.json.link }}' }, null)).toEqual([]);
	});

	it('not if URLs are not used', () => {
		const file_urls = `${DRIVE}\n${DOCS}`;
		expect(shownFor({ filesFrom: 'input', file_urls })).toEqual([]);
		expect(shownFor({ filesFrom: '={{ "input" }}', file_urls })).toEqual([]);
		expect(shownFor({ filesFrom: '={{ "url" }}', file_urls })).toHaveLength(3);
		expect(shownFor({ operation: 'get', file_urls })).toEqual([]);
		expect(shownFor({ resource: 'template', operation: 'get', file_urls })).toEqual([]);
	});
});

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

describe('A workflow that n8n stops', () => {
	const STOPPED =
		'n8n stops this workflow after 5 minutes (Timeout Workflow in its settings), before Max Wait ends. Set a shorter Max Wait: a stopped workflow outputs nothing.';

	it.each<[string, number | undefined, number | undefined, string[]]>([
		['after 5 minutes', 300, 5, [STOPPED]],
		['after 5 minutes', 300, 0, [STOPPED]],
		['after 5 minutes', 300, 4.9, []],
		['never', -1, undefined, []],
		['by the default', undefined, undefined, []],
	])(
		'%s (%s) causes a hint if it is before the end of Max Wait: %s minutes',
		async (_, timeout, wait, hints) => {
			await node.control.setRunPlan({ fixedResult: { outputSchema: {} } });
			const options = wait === undefined ? {} : { maxWait: wait };
			const run = await node.run({
				parameters: node.submission({ operation: 'submitAndWait', options }),
				items: [{}, {}],
				settings: timeout === undefined ? {} : { executionTimeout: timeout },
			});
			expect(run.items).toHaveLength(2);
			expect(hintsOf(run)).toEqual(hints);
		},
	);
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
