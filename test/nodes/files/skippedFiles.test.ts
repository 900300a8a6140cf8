import type { INodeParameters } from 'n8n-workflow';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { hintsOf } from '../../harness/n8n/runNode';
import { SignedLinks } from '../../harness/n8n/signedLinks';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { email, INVITATION, invoices, LOCKED, LOGO, SIGNATURE } from './emails';
import { endOf, ofInput, sample, submittedUrls, toldBy } from './itemFiles';

const node = new SandboxedNode();
new SignedLinks();
useDrivenTime(node);

const all = (options: INodeParameters) =>
	ofInput(node, { binaryPropertyNames: '*', options: { skipUnsupported: true, ...options } });

const NAMES = ['a.pdf', 'b.pdf', 'c.pdf'];

const typical = async () => await email(LOGO, ...(await invoices(...NAMES)), INVITATION, SIGNATURE);

const filesOfMail = async () => ((await submittedUrls(node)).Mail ?? []).map(endOf);

const PDFS = NAMES.map((name) => `&name=/${name}`);

describe('Of an e-mail with three invoices, a logo, an invitation and a signature', () => {
	it('the invoices are submitted, and a hint names the other files of all items once', async () => {
		const parameters = all({ skipSmallPictures: 10 });
		const run = await node.run({ parameters, items: [await typical(), await typical()] });
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(2);
		expect(await filesOfMail()).toEqual(PDFS);
		const skipped = [0, 1].flatMap((item) => [
			`item ${item}: logo.png (a picture smaller than 10 kB)`,
			`item ${item}: invite.ics (a calendar entry)`,
			`item ${item}: smime.p7s (of an unknown type)`,
		]);
		expect(hintsOf(run)).toHaveLength(2);
		const [hint = '', oneRun] = hintsOf(run);
		expect(oneRun).toBe(
			'All files of an item are one document and become one run (item 0: 3 files; item 1: 3 files). If each file is a document, set Several Files of an Item Are to A Document Each.',
		);
		expect(hint).toMatch(/^The node skipped 6 files\. /);
		for (const each of skipped) expect(hint).toContain(each);
	});

	it('a name is shown as text: no tag, and nothing invisible', async () => {
		const named = '<a href="//b.example">\u202eRead\u200b</a>.ics';
		const [document] = await invoices('a.pdf');
		if (!document) throw new Error('There is one');
		const items = [await email(document, [named, INVITATION[1]])];
		const [hint] = hintsOf(await node.run({ parameters: all({}), items }));
		const shown = '‹a href="//b.example"›Read‹/a›.ics (a calendar entry)';
		expect(hint).toBe(`The node skipped 1 file. item 0: ${shown}.`);
	});

	it('the logo is submitted too, unless small pictures are skipped', async () => {
		const { error } = await node.run({ parameters: all({}), items: [await typical()] });
		expect(error).toBeUndefined();
		expect(await filesOfMail()).toEqual(['&name=/logo.png', ...PDFS]);
	});

	it('none is submitted, if nothing may be skipped', async () => {
		const run = await node.run({
			parameters: all({ skipUnsupported: false, skipSmallPictures: 10 }),
			items: [await typical(), await typical()],
		});
		expect(toldBy(run)[0]).toBe(
			"'Input Data Field Names' has a file that is a calendar entry: 'invite.ics'",
		);
		expect(await node.requestCounts()).toEqual({});
	});
});

describe('Skipping', () => {
	it('leaves a picture that is not smaller', async () => {
		const receipt = await sample('receipt.png');
		const skipSmallPictures = `={{ ${receipt.length} / 1000 }}`;
		const items = [await email(LOGO, ['receipt.png', receipt]), await typical()];
		await node.run({ parameters: all({ skipSmallPictures }), items: items.slice(0, 1) });
		expect(await filesOfMail()).toEqual(['&name=/receipt.png']);
	});

	it('of all files of an item is an error that names them', async () => {
		const { items, errorItems } = await node.run({
			parameters: all({ skipSmallPictures: 10 }),
			items: [await email(LOGO, INVITATION), await typical()],
			onError: 'continueErrorOutput',
		});
		expect(items).toHaveLength(1);
		expect(errorItems.map(({ json }) => [json.error, json.message])).toEqual([
			[
				"'Input Data Field Names' has only files that the node skips: 'logo.png (a picture smaller than 10 kB), invite.ics (a calendar entry)'",
				'Check the options Skip Unsupported Files and Skip Pictures Smaller Than. If the item has no document, add a Filter node before this node',
			],
		]);
	});

	it.each([
		['a locked PDF', LOCKED, 'a PDF that needs a password'],
		['an empty file', ['empty.pdf', Buffer.alloc(0)], 'an empty file'],
		["a server's error", ['error.pdf', Buffer.from('<?xml?><Error>')], 'an error message in XML'],
	] as const)('never applies to %s', async (_, [name, content], told) => {
		const mail = await email([name, content], ...(await invoices('a.pdf')));
		const { error } = await node.run({ parameters: all({}), items: [mail, mail] });
		expect(error?.message).toContain(told);
		expect(await node.requestCounts()).toEqual({});
	});

	it('needs a size that is a number', async () => {
		const parameters = all({ skipSmallPictures: '={{ "small" }}' });
		const run = await node.run({ parameters, items: [await typical(), await typical()] });
		expect(toldBy(run)).toEqual([
			"'Skip Pictures Smaller Than' is not a number: 'small'",
			'Enter a number of at least 0.',
		]);
	});
});
