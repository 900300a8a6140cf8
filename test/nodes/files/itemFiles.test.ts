// Sources: engine/binary/itemBinary.ts, resources/run/files/documentFiles.ts, resources/run/files/signedLinks.ts
import { byKey } from '../../harness/deduplication';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { readStored, store } from '../../harness/n8n/binaryStore';
import { SignedLinks } from '../../harness/n8n/signedLinks';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { endOf, ofInput, sample, submittedUrls, tokenOf, withFile } from './itemFiles';
import { sha256 } from '../recording/uploads';

const node = new SandboxedNode();
const links = new SignedLinks();
const time = useDrivenTime(node);

beforeEach(async () => {
	await node.control.setRunPlan({ pendingMs: 1, processingMs: 1 });
});

const fromInput = (more = {}) => ofInput(node, more);

const submitted = async () => await submittedUrls(node);

describe('Files from input data', () => {
	it('become extracted fields, through links that need no key', async () => {
		const items = [await withFile('invoice.pdf'), await withFile('receipt.png')];
		const { invoice, receipt } = node.sandbox.templates;
		const run = await node.run({
			parameters: fromInput({
				operation: 'submitAndWait',
				extraction_template_id: `={{ $itemIndex === 0 ? '${invoice}' : '${receipt}' }}`,
			}),
			items,
		});
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json, pairedItem }) => [json.fields, pairedItem])).toMatchObject([
			[{ invoice_number: 'NB-2025-0173' }, { item: 0 }],
			[{ receipt_number: '20417' }, { item: 1 }],
		]);
		const { 'invoice.pdf': ofInvoice, 'receipt.png': ofReceipt } = await submitted();
		expect([ofInvoice, ofReceipt].map((urls) => urls?.map(endOf))).toEqual([
			['&name=/invoice.pdf'],
			['&name=/receipt.png'],
		]);
		expect(run.items.map(({ json }) => json.files)).toMatchObject([
			[{ name: 'invoice.pdf' }],
			[{ name: 'receipt.png' }],
		]);
		expect(links.asked).toHaveLength(2);
		for (const { headers } of links.asked) {
			expect(headers).not.toHaveProperty('authorization');
			expect(headers).not.toHaveProperty('cookie');
		}
	});

	it.each<[string, unknown]>([
		['names', 'second, first'],
		['a list of names', '={{ ["second", "first"] }}'],
		['a list written as JSON', '["second", "first"]'],
		['binary data', '={{ [$binary.second, $binary.first] }}'],
	])('can be several files of one document, in the order of %s', async (_, names) => {
		const invoice = await withFile('invoice.pdf', 'first');
		const receipt = await withFile('receipt.png', 'second');
		const item = { json: { name: 'Both' }, binary: { ...invoice.binary, ...receipt.binary } };
		const parameters = fromInput({ binaryPropertyNames: names });
		const { error } = await node.run({ parameters, items: [item, item] });
		expect(error).toBeUndefined();
		const { Both: urls } = await submitted();
		expect(urls?.map(endOf)).toEqual(['&name=/receipt.png', '&name=/invoice.pdf']);
	});

	it('include all files of the item with *', async () => {
		const parameters = fromInput({ binaryPropertyNames: ' * ' });
		const items = [await withFile('invoice.pdf', 'a', 'b', 'c'), await withFile('receipt.png')];
		const { error } = await node.run({ parameters, items });
		expect(error).toBeUndefined();
		const { 'invoice.pdf': three, 'receipt.png': one } = await submitted();
		expect([three?.length, one?.length]).toEqual([3, 1]);
	});

	it.each(['constructor', 'toString', '__proto__'])(
		'can be called %s, by name and with *, in both binary modes',
		async (field) => {
			const { binary } = await withFile('invoice.pdf', field);
			const separate = { json: { name: 'Odd' }, binary };
			const combined = { json: { name: 'Odd', _files: binary } };
			for (const binaryPropertyNames of [field, '*']) {
				const parameters = fromInput({ binaryPropertyNames });
				const one = await node.run({ parameters, items: [separate] });
				expect(one.error).toBeUndefined();
				const settings = { binaryMode: 'combined' } as const;
				const other = await node.run({ parameters, items: [combined], settings });
				expect(other.error).toBeUndefined();
			}
			expect(await node.control.runs()).toHaveLength(4);
		},
	);

	it('are found among the data if the workflow keeps them there', async () => {
		const [a, b] = [await withFile('invoice.pdf'), await withFile('receipt.png')];
		const json = {
			name: 'Both',
			customer: { id: 'C7', data: 'since 2019' },
			_files: { invoice: a.binary?.data },
			more: { receipt: b.binary?.data },
		};
		const { error } = await node.run({
			parameters: fromInput({
				additionalFields: { run_id: '=Run {{ $itemIndex }}' },
				binaryPropertyNames: "={{ ['*', 'more.receipt, invoice'][$itemIndex] }}",
			}),
			items: [{ json }, { json }].map((item) => JSON.parse(JSON.stringify(item))),
			settings: { binaryMode: 'combined' },
		});
		expect(error).toBeUndefined();
		const { 'Run 0': all, 'Run 1': named } = await submitted();
		expect(all?.map(endOf)).toEqual(['&name=/invoice.pdf']);
		expect(named?.map(endOf)).toEqual(['&name=/receipt.png', '&name=/invoice.pdf']);
	});

	it('from a webhook are stored again, so that the link stays valid', async () => {
		const content = await sample('invoice.pdf');
		const item = await withFile('invoice.pdf');
		const passing = await store(
			[content],
			{ fileName: 'invoice', mimeType: 'application/octet-stream' },
			'temp',
		);
		expect(passing.id).toContain('/temp/');
		const items = [item, { json: { name: 'By webhook' }, binary: { data: passing } }];
		const { error } = await node.run({ parameters: fromInput(), items });
		expect(error).toBeUndefined();
		const { 'By webhook': urls = [], 'invoice.pdf': others = [] } = await submitted();
		for (const link of [...urls, ...others]) {
			const answer = await fetch(link);
			expect(answer.headers.get('content-type')).toBe(
				link === urls[0] ? 'application/pdf' : 'application/octet-stream',
			);
			expect(answer.headers.get('content-disposition')).toContain('"invoice.pdf"');
			expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(sha256(content));
		}
		const kept = (link = '') => tokenOf(link).id;
		expect(kept(urls[0])).not.toContain('/temp/');
		expect(kept(others[0])).toBe(item.binary?.data?.id);
		expect(await readStored({ ...passing, id: kept(urls[0]) })).toEqual(content);
	});

	it('in the item itself are also stored', async () => {
		const data = (await sample('invoice.pdf')).toString('base64');
		const binary = { data: { data, mimeType: 'application/pdf' } };
		const { error } = await node.run({
			parameters: fromInput(),
			items: [{ json: { name: 'Pinned' }, binary }, await withFile('receipt.png')],
		});
		expect(error).toBeUndefined();
		const { Pinned: urls = [] } = await submitted();
		expect(urls.map(endOf)).toEqual(['&name=/document.pdf']);
		const answer = await fetch(urls[0] ?? '');
		expect(await answer.text()).toContain('%PDF-');
	});

	it('can have no name if an expression returns them', async () => {
		const content = await sample('invoice.pdf');
		const data = await store([content], { mimeType: 'application/pdf' });
		const { error } = await node.run({
			parameters: fromInput({ binaryPropertyNames: '={{ $binary.data }}' }),
			items: [{ json: { name: 'Nameless' }, binary: { data } }, await withFile('receipt.png')],
		});
		expect(error).toBeUndefined();
		const { Nameless: urls, 'receipt.png': others } = await submitted();
		expect(urls?.map(endOf)).toEqual(['&name=/document.pdf']);
		expect(others?.map(endOf)).toEqual(['&name=/receipt.png']);
	});

	it.each([
		['1 day by default', 86_400],
		['5 minutes', 300],
		['7 days', 604_800],
	])('have links that expire after Link Lifetime, %s: %i s', async (linkLifetime, seconds) => {
		const options = seconds === 86_400 ? {} : { linkLifetime };
		const items = [await withFile('invoice.pdf'), await withFile('receipt.png')];
		await node.run({ parameters: fromInput({ options }), items });
		const tokens = Object.values(await submitted()).map(([link = '']) => tokenOf(link));
		const lifetimes = tokens.map(({ iat, exp }) => Number(exp) - Number(iat));
		expect(lifetimes).toEqual([seconds, seconds]);
	});

	it('have links that are signed when they are submitted, after a wait for earlier ones', async () => {
		const latency = { kind: 'latency', by: 'clock', ms: 50_000 } as const;
		await node.control.addFault({ ...latency, endpoint: 'submit', times: 1 });
		const options = { maxConcurrentRequests: 1 };
		const items = [await withFile('invoice.pdf'), await withFile('receipt.png')];
		await node.run({ parameters: fromInput({ options }), items });
		const { 'invoice.pdf': [first = ''] = [], 'receipt.png': [second = ''] = [] } =
			await submitted();
		expect(Number(tokenOf(second).iat) - Number(tokenOf(first).iat)).toBeGreaterThanOrEqual(50);
	});

	it.each(['query', 'submit'] as const)(
		'have links that are signed right before each try, after a pause that the answer to %s asks for',
		async (endpoint) => {
			await node.control.addFault({
				kind: 'rateLimit',
				endpoint,
				retryAfterSeconds: 400,
				times: 2,
			});
			const options = { linkLifetime: '5 minutes', ...byKey(`={{ $json.name }} ${endpoint}`) };
			const items = [await withFile('invoice.pdf'), await withFile('receipt.png')];
			const run = await node.run({
				parameters: fromInput({ operation: 'submitAndWait', options }),
				items,
			});
			expect(run.error).toBeUndefined();
			expect(run.items.map(({ json }) => json.status)).toEqual(['completed', 'completed']);
			expect(time.passed).toBeGreaterThan(400_000);
		},
	);

	it('have links whose last part is a name that any system can store', async () => {
		const { data } = (await withFile('invoice.pdf')).binary ?? {};
		if (!data) throw new Error('There is no file');
		const item = (fileName: string) => ({
			json: { name: fileName },
			binary: { data: { ...data, fileName } },
		});
		const items = [item('n'.repeat(300)), item(`${'n'.repeat(300)}.pdf`), item('Invoice%20118')];
		const { error } = await node.run({ parameters: fromInput(), items });
		expect(error).toBeUndefined();
		const urls = Object.values(await submitted()).map(([url]) => endOf(url));
		const cut = `&name=/${'n'.repeat(251)}.pdf`;
		expect(urls.sort()).toEqual(['&name=/Invoice%20118.pdf', cut, cut]);
	});

	it('can have half a character in their names', async () => {
		const { data } = (await withFile('invoice.pdf')).binary ?? {};
		if (!data) throw new Error('There is no file');
		const named = { ...data, fileName: '../half \ud83d' };
		const item = { json: { name: 'Half' }, binary: { data: named } };
		const { error } = await node.run({ parameters: fromInput(), items: [item, item] });
		expect(error).toBeUndefined();
		const { Half: [url = ''] = [] } = await submitted();
		expect(url).toMatch(/&name=\/half%20%EF%BF%BD\.pdf$/);
	});
});
