import { byContent, byKey } from '../../harness/deduplication';
import { type INodeParameters } from 'n8n-workflow';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { hintsOf } from '../../harness/n8n/runNode';
import { SignedLinks } from '../../harness/n8n/signedLinks';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { email, INVITATION, invoices, LOCKED, LOGO, SIGNATURE } from '../files/emails';
import { endOf, ofInput, submittedUrls, toldBy } from '../files/itemFiles';

const node = new SandboxedNode();
new SignedLinks();
useDrivenTime(node);

beforeEach(async () => {
	await node.control.setRunPlan({ pendingMs: 1, processingMs: 1 });
});

const each = (more: INodeParameters = {}) =>
	ofInput(node, {
		binaryPropertyNames: '*',
		severalFiles: 'documentEach',
		additionalFields: {},
		...more,
	});

const oneByOne = { options: { maxConcurrentRequests: 1 } };

const rejection = { kind: 'status', status: 400, error: 'Busy', endpoint: 'submit' } as const;

const namesOfRuns = async () => (await node.control.runs()).map(({ filename }) => filename).sort();

describe('With A Document Each, the files of an item', () => {
	it('become runs of their own, with outputs paired to the item, in order', async () => {
		const first = await email(...(await invoices('a.pdf', 'b.pdf', 'c.pdf')));
		const second = await email(...(await invoices('d.pdf')));
		const run = await node.run({
			parameters: each({ operation: 'submitAndWait' }),
			items: [first, second],
		});
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
			['a.pdf', { item: 0 }],
			['b.pdf', { item: 0 }],
			['c.pdf', { item: 0 }],
			['d.pdf', { item: 1 }],
		]);
		expect(new Set(run.items.map(({ json }) => json.id)).size).toBe(4);
		expect(run.items[2]?.json.fields).toMatchObject({ invoice_number: 'NB-2025-0173' });
		const urls = Object.entries(await submittedUrls(node));
		expect(urls.map(([name, files]) => [name, files.map(endOf)]).sort()).toEqual(
			['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((name) => [name, [`&name=/${name}`]]),
		);
	});

	it('fail one by one if the credential is unusable and the node continues', async () => {
		const { errorItems } = await node.run({
			parameters: each(),
			items: [await email(...(await invoices('a.pdf', 'b.pdf')))],
			credential: { baseUrl: 'api.example.com' },
			onError: 'continueErrorOutput',
		});
		expect(errorItems.map(({ json }) => json.message)).toEqual([
			expect.stringMatching(/.\nFile: a\.pdf$/),
			expect.stringMatching(/.\nFile: b\.pdf$/),
		]);
	});

	it('have names that begin with the Run Name, if there is one', async () => {
		const mail = await email(...(await invoices('a.pdf', 'b.pdf')));
		const additionalFields = { run_id: '=Mail {{ $itemIndex }}' };
		await node.run({ parameters: each({ additionalFields }), items: [mail, mail] });
		expect(await namesOfRuns()).toEqual([
			'Mail 0 - a.pdf',
			'Mail 0 - b.pdf',
			'Mail 1 - a.pdf',
			'Mail 1 - b.pdf',
		]);
	});

	it('are one document again with One Document', async () => {
		const mail = await email(...(await invoices('a.pdf', 'b.pdf')));
		const parameters = each({ severalFiles: 'oneDocument' });
		const run = await node.run({ parameters, items: [mail, mail] });
		expect(run.items).toHaveLength(2);
		expect(hintsOf(run)).toEqual([expect.stringContaining('item 0: 2 files; item 1: 2 files')]);
		const named = { ...parameters, binaryPropertyNames: 'attachment_0,attachment_1' };
		expect(hintsOf(await node.run({ parameters: named, items: [mail, mail] }))).toEqual([]);
		expect(await node.requestCounts()).toEqual({ submit: 4 });
	});

	it('are submitted without those to skip', async () => {
		const pdfs = await invoices('a.pdf', 'b.pdf', 'c.pdf');
		const options = { skipUnsupported: true, skipSmallPictures: 10 };
		const items = [await email(LOGO, ...pdfs, INVITATION, SIGNATURE), await email(LOCKED, LOGO)];
		const run = await node.run({
			parameters: each({ options }),
			items,
			onError: 'continueErrorOutput',
		});
		expect(run.items.map(({ json }) => json.name)).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
		expect(run.errorItems).toHaveLength(1);
	});
});

describe('A locked file among three documents of an item', () => {
	const mailWithLocked = async () => {
		const [a, b] = await invoices('a.pdf', 'b.pdf');
		if (!a || !b) throw new Error('There are no invoices');
		return await email(a, LOCKED, b);
	};

	it('is an error item of its own, and the others go on', async () => {
		const items = [await mailWithLocked(), await mailWithLocked()];
		const run = await node.run({ parameters: each(), items, onError: 'continueErrorOutput' });
		expect(run.items.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
			['a.pdf', { item: 0 }],
			['b.pdf', { item: 0 }],
			['a.pdf', { item: 1 }],
			['b.pdf', { item: 1 }],
		]);
		expect(run.errorItems.map(({ json }) => [json.name, json.error])).toEqual(
			Array.from({ length: 2 }, () => [
				'Mail',
				"'Input Data Field Names' has a PDF that needs a password: 'locked.pdf'",
			]),
		);
		const regular = await node.run({
			parameters: each(),
			items,
			onError: 'continueRegularOutput',
		});
		expect(regular.items.map(({ json }) => json.name ?? 'error')).toEqual([
			...['a.pdf', 'error', 'b.pdf'],
			...['a.pdf', 'error', 'b.pdf'],
		]);
	});

	it('fails the node before anything is sent, unless it continues', async () => {
		const items = [await mailWithLocked(), await mailWithLocked()];
		const run = await node.run({ parameters: each(), items });
		expect(toldBy(run)[0]).toContain("needs a password: 'locked.pdf'");
		expect(await node.requestCounts()).toEqual({});
	});
});

describe('If the service rejects one of three documents of an item,', () => {
	it('the error names its file and lists the accepted runs', async () => {
		await node.control.addFault({ ...rejection, after: 1, times: 1 });
		const mail = await email(...(await invoices('a.pdf', 'b.pdf', 'c.pdf')));
		const { error } = await node.run({ parameters: each(oneByOne), items: [mail, mail] });
		const [accepted] = await node.control.runs();
		expect(error?.message).toContain("'b.pdf'");
		expect(error?.description).toContain(`The service accepted these runs: ${accepted?.id}`);
	});

	it("n8n's Retry On Fail submits each document once", async () => {
		await node.control.addFault({ ...rejection, after: 1, times: 1 });
		const items = [
			await email(...(await invoices('a.pdf', 'b.pdf', 'c.pdf'))),
			await email(...(await invoices('d.pdf', 'a.pdf', 'a.pdf'))),
		];
		const run = await node.run({ parameters: each(oneByOne), items, maxTries: 3 });
		expect(run.error).toBeUndefined();
		const names = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'a.pdf', 'a.pdf'];
		expect(run.items.map(({ json }) => json.name)).toEqual(names);
		expect(await namesOfRuns()).toEqual([...names].sort());
		expect((await node.requestCounts()).submit).toBe(7);
		expect(new Set(run.items.map(({ json }) => json.id)).size).toBe(6);
	});
});

it("Of three documents of an item, n8n's Retry On Fail submits again only the one whose run failed", async () => {
	const [a, b] = await invoices('a.pdf', 'b.pdf');
	if (!a || !b) throw new Error('There are no invoices');
	const { error } = await node.run({
		parameters: each({ operation: 'submitAndWait' }),
		items: [await email(a, ['torn.pdf', Buffer.from('%PDF-1.7\n')], b)],
		maxTries: 2,
	});
	expect(error?.message).toContain('torn.pdf');
	expect(await namesOfRuns()).toEqual(['a.pdf', 'b.pdf', 'torn.pdf', 'torn.pdf']);
});

describe('The deduplication keys of several documents of an item', () => {
	const keyed = (options: INodeParameters) => each({ options });

	it('are the key and the name of each file, also of files with the same name', async () => {
		const mail = await email(...(await invoices('a.pdf', 'a.pdf', 'b.pdf')));
		const other = await email(...(await invoices('a.pdf')));
		const parameters = keyed(byKey('=mail-{{ $itemIndex }}'));
		const once = await node.run({ parameters, items: [mail, other] });
		expect(once.items.map(({ json }) => json.deduplicated)).toEqual([false, false, false, false]);
		const runs = await node.control.runs();
		expect(runs.map(({ metadata }) => metadata?.n8n_dedup_key).sort()).toEqual([
			'mail-0/a.pdf',
			'mail-0/a.pdf/2',
			'mail-0/b.pdf',
			'mail-1/a.pdf',
		]);
		const again = await node.run({ parameters, items: [mail, other] });
		expect(again.items.map(({ json }) => json.deduplicated)).toEqual([true, true, true, true]);
		expect(again.items.map(({ json }) => json.id)).toEqual(once.items.map(({ json }) => json.id));
		expect((await node.requestCounts()).submit).toBe(4);
	});

	it('are the content of each file with Deduplicate by Content', async () => {
		const [a, b] = await invoices('a.pdf', 'b.pdf');
		if (!a || !b) throw new Error('There are no invoices');
		const parameters = keyed(byContent);
		const once = await node.run({ parameters, items: [await email(a, b), await email(b)] });
		expect(once.items.map(({ json }) => json.id)).toHaveLength(3);
		expect(once.items[2]?.json.id).toBe(once.items[1]?.json.id);
		expect((await node.requestCounts()).submit).toBe(2);
	});
});
