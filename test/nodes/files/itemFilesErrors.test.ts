// Sources: engine/binary/unsupported.ts
import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { forget, store } from '../../harness/n8n/binaryStore';
import { hintsOf } from '../../harness/n8n/runNode';
import { SignedLinks } from '../../harness/n8n/signedLinks';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { endOf, ofInput, submittedUrls, toldBy, withFile } from './itemFiles';

const node = new SandboxedNode();
const between = new SandboxProxy(node);
const links = new SignedLinks();
useDrivenTime(node);

const fromInput = (more = {}) => ofInput(node, more);

async function holding(content: string, fileName = 'invoice.pdf'): Promise<INodeExecutionData> {
	const file = { fileName, mimeType: 'application/pdf' };
	return { json: {}, binary: { data: await store([Buffer.from(content)], file) } };
}

/** Files of other types: content, field, problem and advice. */
const TOLD = [
	[
		'PK\x03\x04',
		'a ZIP archive',
		'Add a Compression node before this node that decompresses the archive',
	],
	['{\\rtf1', 'a Rich Text document', 'Save or print it as a PDF'],
	['BEGIN:VCALENDAR', 'a calendar entry', 'Save or print it as a PDF'],
	['8BPS\0\x01', 'a Photoshop image', 'Convert it to JPG, PNG or PDF'],
	[
		'\0\0\0\x18ftypheic\0\0\0\0',
		'a HEIC photo',
		'Convert it to JPG. For new photos on an iPhone, set Settings > Camera > Formats to Most Compatible',
	],
	['Subject: Invoice\n', 'an e-mail', 'Submit its attachments instead, or save it as a PDF'],
	[
		'JVBERi0xLjQK',
		'text in base64',
		'Add a Convert to File node before this node, and select its operation for base64',
	],
	[
		'<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
		'an error message in XML',
		'The server that it came from returned an error. Check the node that downloads the file',
	],
	[
		'fLaC',
		'a FLAC recording',
		'Provide a PDF, PNG, JPG, GIF or WEBP file. The content counts, not the file name',
	],
].map(([content = '', told, advice = '']): [string, string, string, string] => [
	content,
	'data',
	`has a file that is ${told}: 'invoice.pdf'`,
	advice,
]);

describe('Files from input data that the service cannot read', () => {
	it.each<[string, string, string, string]>([
		['', 'data', "has an empty file: 'invoice.pdf'", 'Provide a file with content'],
		[
			'<html>Sign in</html>',
			'data',
			"has a file that is a web page: 'invoice.pdf'",
			'The server that it came from may require signing in. Check the node that downloads the file',
		],
		...TOLD,
		[
			'%PDF-1.7',
			'attachment_0',
			"found no file in field 'attachment_0'",
			'Enter one of the fields with files: data',
		],
		...['constructor', '__proto__'].map((name): [string, string, string, string] => [
			'%PDF-1.7',
			name,
			`found no file in field '${name}'`,
			'Enter one of the fields with files: data',
		]),
		[
			'%PDF-1.7',
			' , ',
			"is empty: ' , '",
			'Enter at least one field name, or * for all files of the item',
		],
		[
			'%PDF-1.7',
			'={{ $json.missing }}',
			'is empty',
			'Enter at least one field name, or * for all files of the item',
		],
		[
			'%PDF-1.7',
			'={{ [7] }}',
			'has an entry that is not a field name or file: 7',
			'Enter field names, or expressions that return files',
		],
		[
			'%PDF-1.7',
			'={{ { file: 1 } }}',
			"is an object, not a file: 'file'",
			"Enter the field name, or an expression such as {{ $('Node').item.binary.data }}",
		],
	])('cause an error before any request: %j in %s', async (content, names, problem, advice) => {
		const { errorItems, items } = await node.run({
			parameters: fromInput({ binaryPropertyNames: names }),
			items: [await holding(content), { json: {} }],
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([]);
		expect(errorItems[0]?.json).toMatchObject({
			error: `'Input Data Field Names' ${problem}`,
			message: advice,
		});
		expect(errorItems).toHaveLength(2);
		expect(await node.requestCounts()).toEqual({});
	});

	const PDF = 'JVBERi0xLjcK';
	const AS_TEXT = { data: PDF, mimeType: 'application/pdf' };

	it.each([
		[{ ...AS_TEXT, fileName: 118 }, '118.pdf'],
		[{ ...AS_TEXT, fileName: null }, 'document.pdf'],
		[{ ...AS_TEXT, id: '' }, 'document.pdf'],
		[{ data: PDF }, 'document.pdf'],
		[{ ...AS_TEXT, data: `data:application/pdf;base64,${PDF}` }, 'document.pdf'],
	])('can be made by a Code node: %j', async (file, name) => {
		for (const binaryPropertyNames of ['data', '*']) {
			const items = [{ json: { name: 'Made' }, binary: { data: file as IBinaryData } }];
			const { error } = await node.run({ parameters: fromInput({ binaryPropertyNames }), items });
			expect(error).toBeUndefined();
			expect((await submittedUrls(node)).Made?.map(endOf)).toEqual([`&name=/${name}`]);
		}
	});

	it.each([
		[{ data: Buffer.from('%PDF-1.7'), mimeType: 'application/pdf', fileName: 'a.pdf' }],
		[{ ...AS_TEXT, fileName: { name: 'a.pdf' } }],
		[{ mimeType: 'application/pdf', id: '' }],
		[{ ...AS_TEXT, data: undefined, id: 7 }],
		[PDF],
	])('cause an error if a Code node has made them wrongly: %j', async (file) => {
		for (const binaryPropertyNames of ['data', '*']) {
			const run = await node.run({
				parameters: fromInput({ binaryPropertyNames }),
				items: [{ json: {}, binary: { data: file as unknown as IBinaryData } }],
			});
			expect(toldBy(run)).toEqual([
				"'Input Data Field Names' has a file of a wrong form: 'data'",
				"In the Code node, make it with: await this.helpers.prepareBinaryData(content, 'invoice.pdf')",
			]);
		}
		expect(await node.requestCounts()).toEqual({});
	});

	it('cause an error if one is a PDF that needs a password', async () => {
		const trailer = 'trailer<</Root 1 0 R/Encrypt 5 0 R>>';
		const locked = await holding(`%PDF-1.6\n5 0 obj<</Filter/Adobe.PubSec>>endobj\n${trailer}`);
		const { errorItems, items } = await node.run({
			parameters: fromInput(),
			items: [locked, await withFile('invoice.pdf')],
			onError: 'continueErrorOutput',
		});
		expect(items).toHaveLength(1);
		expect(errorItems.map(({ json }) => [json.error, json.message])).toEqual([
			[
				"'Input Data Field Names' has a PDF that needs a password: 'invoice.pdf'",
				'The service cannot open it. Open the PDF with its password, print it to a new PDF, and provide that',
			],
		]);
		expect(await node.requestCounts()).toEqual({ submit: 1 });
	});

	it('cause an error if n8n no longer has one', async () => {
		const gone = await holding('%PDF-1.7', 'gone.pdf');
		const data = gone.binary?.data;
		if (!data) throw new Error('There is no file');
		const elsewhere = { ...data, fileName: 'elsewhere.pdf', id: 's3:workflows/1/binary_data/2' };
		await forget(data);
		const { errorItems, items } = await node.run({
			parameters: fromInput({ options: {} }),
			items: [gone, { json: {}, binary: { data: elsewhere } }, await withFile('invoice.pdf')],
			onError: 'continueErrorOutput',
		});
		expect(items).toHaveLength(1);
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			"'Input Data Field Names' has a file that n8n cannot read: 'gone.pdf'",
			"'Input Data Field Names' has a file that n8n cannot read: 'elsewhere.pdf'",
		]);
		for (const { json } of errorItems) {
			expect(json.message).toMatch(
				/^Read or download the file again in this workflow, because n8n deletes it with the execution that stored it\. If n8n runs on several machines, they need one storage for files\.\nn8n says: ./,
			);
		}
		expect(await node.requestCounts()).toEqual({ submit: 1 });
	});

	it.each([
		['data', "found no file in field 'data'"],
		['*', 'found no files in this item'],
	])('cause an error for %s if the item has none', async (names, problem) => {
		const { error } = await node.run({
			parameters: fromInput({ binaryPropertyNames: names }),
			items: [await withFile('invoice.pdf'), { json: {} }],
		});
		expect(error?.message).toBe(`'Input Data Field Names' ${problem}`);
		expect(error?.description).toBe(
			'If the item comes from an email, turn on Download Attachments in the node that reads it, and filter out emails without attachments. Otherwise add a node that reads or downloads the file before this node',
		);
		expect(await node.requestCounts()).toEqual({});
	});
});

describe('Files from input data, depending on n8n,', () => {
	const elsewhere = { baseUrl: 'https://api.example.org/v1' };

	it.each(['http://localhost:5678/', 'http://127.0.0.1:5678/'])(
		"are rejected before any request if n8n's address is %s",
		async (url) => {
			links.leadTo(url);
			const { error } = await node.run({
				parameters: fromInput(),
				items: [await withFile('invoice.pdf'), await withFile('receipt.png')],
				credential: elsewhere,
			});
			expect(toldBy({ error })).toEqual([
				`'Files' needs n8n's public address, not: '${url.slice(0, -1)}'`,
				'The service cannot reach n8n at this address. Ask your n8n administrator to set WEBHOOK_URL to the public address of n8n, or set Files to By URL.',
			]);
		},
	);

	it("cause one hint if n8n's address is private, and none if it is public", async () => {
		const items = [await withFile('invoice.pdf'), await withFile('receipt.png')];
		const run = async () =>
			await node.run({
				parameters: fromInput(),
				items,
				credential: { baseUrl: 'https://unreachable.invalid/v1' },
				onError: 'continueErrorOutput',
			});
		links.leadTo('http://192.168.1.20:5678/');
		expect(hintsOf(await run())).toEqual([
			'The service must fetch the files from http://192.168.1.20:5678, which looks like a private address. If it cannot, ask your n8n administrator to set WEBHOOK_URL to the public address of n8n.',
		]);
		links.leadTo('https://n8n.example.com/');
		expect(hintsOf(await run())).toEqual([]);
	});

	it.each([
		['submit', 'input', 1],
		['submit', 'url', 0],
		['submitAndWait', 'input', 0],
	])(
		'with %s, from %s, cause hints about files that n8n deletes soon: %i',
		async (operation, filesFrom, hints) => {
			await node.control.setRunPlan({ fixedResult: { outputSchema: {} } });
			const run = await node.run({
				parameters: fromInput({ operation, filesFrom }),
				items: [await withFile('invoice.pdf'), await withFile('receipt.png')],
				settings: { saveDataSuccessExecution: 'none' },
			});
			expect(run.error).toBeUndefined();
			const told =
				'This workflow does not save successful executions, so n8n deletes their files: n8n 2 after one hour by default, n8n 1 at once. If the service fetches files later, save successful executions in the workflow settings.';
			expect(hintsOf(run)).toEqual(Array(hints).fill(told));
		},
	);

	const ON_ADDRESS =
		/^Ask your n8n administrator whether the service can open files at http:\/\/127\.0\.0\.1:\d+: a proxy must allow \/rest\/binary-data\/signed without signing in\.$/;
	const ON_DOCUMENT =
		/^Check that the document is readable and fits the template, then submit it again\.$/;
	const TRY_AGAIN = /^Try again in a few minutes/;
	const ON_RUN = /^Run ID: /;

	it.each([
		['the file could not be fetched, its address answered 404', [ON_ADDRESS, ON_RUN]],
		['Failed to download https://n8n.example.com/invoice.pdf', [ON_ADDRESS, ON_RUN]],
		['Request timed out', [ON_ADDRESS, ON_RUN]],
		['No such file', [ON_ADDRESS, ON_RUN]],
		['the PDF is broken, its end is missing', [ON_DOCUMENT, ON_RUN]],
		['page 404 is blank', [ON_DOCUMENT, ON_RUN]],
		['The document is encrypted', [ON_DOCUMENT, ON_RUN]],
		['Unable to open the PDF, it is damaged', [ON_DOCUMENT, ON_RUN]],
		['Processing timed out', [ON_DOCUMENT, ON_RUN]],
		['The model did not respond', [ON_DOCUMENT, ON_RUN]],
		['Could not open the file', [ON_ADDRESS, ON_RUN]],
		['connect ECONNREFUSED 10.0.0.1:443', [ON_ADDRESS, ON_RUN]],
		['Access denied: the PDF is protected by a password', [ON_DOCUMENT, ON_RUN]],
		['The links in the text cannot be parsed', [ON_DOCUMENT, ON_RUN]],
		['The image has only 404 x 300 points', [ON_DOCUMENT, ON_RUN]],
		['The file at this URL has an unsupported format', [ON_DOCUMENT, ON_RUN]],
		['File too large: 500 MB', [ON_DOCUMENT, ON_RUN]],
		['Could not fetch the extraction template', [ON_DOCUMENT, ON_RUN]],
		['HTTP 404 for invoice.pdf', [ON_ADDRESS, ON_RUN]],
		['Got a login page in HTML', [ON_ADDRESS, ON_RUN]],
		['Internal error', [TRY_AGAIN, ON_RUN]],
		['Quota exceeded', [TRY_AGAIN, ON_RUN]],
		['', [ON_DOCUMENT, ON_ADDRESS, ON_RUN]],
	])('get advice by the reason of a failure: %j', async (failureReason, lines) => {
		await node.control.setRunPlan({ fixedResult: { failureReason } });
		const { errorItems } = await node.run({
			parameters: fromInput({ operation: 'submitAndWait' }),
			items: [await withFile('invoice.pdf'), await withFile('receipt.png')],
			onError: 'continueErrorOutput',
		});
		expect(errorItems).toHaveLength(2);
		for (const { json } of errorItems) {
			const told = String(json.message).split('\n').slice(0, lines.length);
			expect(told).toEqual(lines.map((line) => expect.stringMatching(line)));
		}
	});
});

it.each([
	['errors', 400, /signed\?…/],
	['outputs', 200, /signed\?token=\(hidden\)/],
])('%s contain no link, even if the service quotes it with %d', async (_, status, hidden) => {
	between.change = async ({ body }, pass) => {
		const quoted = `Got ${JSON.stringify(body)}`;
		if (status !== 200) return { status, body: { error: quoted } };
		return { status, body: { ...Object((await pass()).body), message: quoted } };
	};
	const { run, items, errorItems } = await node.run({
		parameters: fromInput(),
		items: [await withFile('invoice.pdf'), await withFile('receipt.png')],
		credential: between.credential,
		onError: 'continueErrorOutput',
	});
	const told = [...items, ...errorItems].map(({ json }) => json.error ?? json.message);
	expect(told).toEqual(Array(2).fill(expect.stringMatching(hidden)));
	for (const { body } of between.asked) {
		const token = /token=([\w.-]+)/.exec(JSON.stringify(body))?.[1] ?? '';
		expect(token).not.toBe('');
		expect(JSON.stringify(run)).not.toContain(token);
	}
});
