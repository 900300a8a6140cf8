import sharp from 'sharp';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { store } from '../../harness/n8n/binaryStore';
import { SignedLinks } from '../../harness/n8n/signedLinks';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { PDF, tarOf, zipOf } from '../../unit/engine/binary/fileSamples';
import { ofInput, sample } from './itemFiles';

const node = new SandboxedNode();
new SignedLinks();
useDrivenTime(node);

/** A chunk of a PNG, whose checksum nobody reads here. */
const ANIMATION = Buffer.from(
	`00000008${Buffer.from('acTL').toString('hex')}0000000100000000f38d93b7`,
	'hex',
);

async function animatedPng(): Promise<Buffer> {
	const png = await sharp(await sample('receipt.png'))
		.png()
		.toBuffer();
	// Behind signature and IHDR.
	return Buffer.concat([png.subarray(0, 33), ANIMATION, png.subarray(33)]);
}

const behind = async (start: string): Promise<Buffer> =>
	Buffer.concat([Buffer.from(start, 'latin1'), await sample('invoice.pdf')]);

const FILES: Array<[what: string, file: () => Promise<Buffer>]> = [
	['a PDF', async () => await sample('invoice.pdf')],
	['a PDF behind a byte order mark', async () => await behind('\xef\xbb\xbf')],
	['a PDF behind blanks', async () => await behind(' '.repeat(1_020))],
	[
		'a PDF behind a part of a form',
		async () => await behind('--7f1c\r\nContent-Type: application/pdf\r\n\r\n'),
	],
	['a PDF behind a warning', async () => await behind('<br />\n<b>Warning</b>: old version\n')],
	['an animated PNG', animatedPng],
];

/** Bytes that neither reads. */
const OTHERS: Array<[what: string, text: string]> = [
	['words about PDF', 'A PDF file starts with %PDF-1.4 and ends with %%EOF.\n'],
	['a PDF in a ZIP archive', zipOf('invoice.pdf', PDF)],
	['a PDF in a TAR archive', tarOf('invoice.pdf', PDF)],
	['a web page', '<html>Sign in</html>'],
	['a PDF in a web page', `<html><pre>\n${PDF}`],
	['a TIFF image', 'II*\0\x08\0\0\0'],
];

describe('The node and the simulated service agree on', () => {
	it.each(FILES)('%s: both read it', async (name, file) => {
		const data = await store([await file()], { fileName: name, mimeType: 'application/pdf' });
		const item = { json: { name }, binary: { data } };
		const { receipt, invoice } = node.sandbox.templates;
		const extraction_template_id = name.endsWith('PNG') ? receipt : invoice;
		const parameters = ofInput(node, { operation: 'submitAndWait', extraction_template_id });
		const { items, error } = await node.run({ parameters, items: [item, item] });
		expect(error).toBeUndefined();
		const fields = items.map(({ json }) => JSON.stringify(json.fields));
		expect(fields).toHaveLength(2);
		expect(fields[0]).toMatch(/NB-2025-0173|20417/);
	});

	it.each(OTHERS)('%s: neither reads it', async (name, text) => {
		const content = Buffer.from(text, 'latin1');
		const data = await store([content], { fileName: 'a.pdf', mimeType: 'application/pdf' });
		const item = { json: { name }, binary: { data } };
		const { error } = await node.run({ parameters: ofInput(node), items: [item, item] });
		expect(error?.message).toContain('has a file that is ');
		expect(await node.requestCounts()).toEqual({});
		const file_urls = await node.control.putFile('a.pdf', content.toString('base64'), 'x/y');
		const byUrl = await node.run({
			parameters: node.submission({ operation: 'submitAndWait', file_urls }),
			items: [{}],
		});
		expect(byUrl.error?.message).toMatch(/failed\. The service says: a\.pdf: /);
	});
});
