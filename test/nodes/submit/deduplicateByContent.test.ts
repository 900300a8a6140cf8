// Sources: resources/run/submission/deduplication.ts
import { byContent } from '../../harness/deduplication';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SignedLinks } from '../../harness/n8n/signedLinks';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { ofInput, sample, toldBy, withFile } from '../files/itemFiles';
import { sha256 } from '../recording/uploads';

const node = new SandboxedNode();
new SignedLinks();
useDrivenTime(node);

describe('Deduplication by Content', () => {
	const parameters = () => ofInput(node, { options: byContent });

	it('submits the same files once, under any name, also in a later execution', async () => {
		const [first, second] = [await withFile('invoice.pdf'), await withFile('invoice.pdf')];
		if (second.binary?.data) second.binary.data.fileName = 'copy.pdf';
		const other = await withFile('receipt.png');
		const once = await node.run({ parameters: parameters(), items: [first, second, other] });
		const [one, same, receipt] = once.items.map(({ json }) => json);
		expect(same?.id).toBe(one?.id);
		// Either of the two may be read first.
		expect([one?.deduplicated, same?.deduplicated].sort()).toEqual([false, true]);
		expect(receipt?.deduplicated).toBe(false);
		const again = await node.run({ parameters: parameters(), items: [other, second] });
		expect(again.items.map(({ json }) => json.deduplicated)).toEqual([true, true]);
		expect(again.items.map(({ json }) => json.id)).toEqual(
			[2, 0].map((at) => once.items[at]?.json.id),
		);
		expect((await node.requestCounts()).submit).toBe(2);
	});

	it('distinguishes one file from several, and their order', async () => {
		const [pdf, png] = [await withFile('invoice.pdf', 'a'), await withFile('receipt.png', 'b')];
		const both = { json: {}, binary: { ...pdf.binary, ...png.binary } };
		const { items } = await node.run({
			parameters: {
				...parameters(),
				extraction_template_id: node.sandbox.templates.receipt,
				binaryPropertyNames: "={{ ['a', 'a,b', 'b,a', 'a,b'][$itemIndex] }}",
			},
			items: [both, both, both, both],
		});
		const [one, both1, reversed, both2] = items.map(({ json }) => json.deduplicated);
		expect([one, reversed]).toEqual([false, false]);
		// Either of the two may be read first.
		expect([both1, both2].sort()).toEqual([false, true]);
		expect(items[3]?.json.id).toBe(items[1]?.json.id);
		// Standard SHA-256 of the files, so that keys stay the same in all releases.
		const [a, b] = [sha256(await sample('invoice.pdf')), sha256(await sample('receipt.png'))];
		const keys = (await node.control.runs()).map(({ metadata }) => metadata.n8n_dedup_key);
		expect(keys.sort()).toEqual(
			[a, sha256(Buffer.from(`${a},${b}`)), sha256(Buffer.from(`${b},${a}`))]
				.map((hash) => `sha256:${hash}`)
				.sort(),
		);
	});

	it('is how documents are recognized if the option is added and nothing is selected', async () => {
		const items = [await withFile('invoice.pdf'), await withFile('invoice.pdf')];
		const added = ofInput(node, { options: { deduplication: {} } });
		const { items: submitted } = await node.run({ parameters: added, items });
		expect(new Set(submitted.map(({ json }) => json.id)).size).toBe(1);
	});

	it('is rejected with URLs', async () => {
		const items = [await withFile('invoice.pdf'), await withFile('receipt.png')];
		const urls = await node.run({
			parameters: { ...parameters(), filesFrom: "={{ 'url' }}" },
			items,
		});
		expect(toldBy(urls)).toEqual([
			"'Deduplication' by Content needs Files to be From Input Data",
			'Set Files to From Input Data, or deduplicate by Key instead.',
		]);
		expect(await node.requestCounts()).toEqual({});
	});
});
