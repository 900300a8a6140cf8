import type { INode } from 'n8n-workflow';
import { join, readdir, readFile, rm, writeFile } from '../../node';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { wavOf } from '../../sandbox/samples/audio';
import { linesPdf } from '../../sandbox/samples/linesPdf';
import { chain } from '../harness/chain';
import { type Execution, jsonOf } from '../harness/execution';
import { ImapServer } from '../harness/mail/imapServer';
import type { Attachment } from '../harness/mail/message';
import type { SavedWorkflow } from '../harness/n8nApi';
import { N8nWithSandbox } from '../harness/withN8n';

/** Files as mailboxes, telephone systems and drives give them. */

const e2e = new N8nWithSandbox('as-they-come');
let mailbox: ImapServer;
let imap: { id: string; name: string };

beforeAll(async () => {
	mailbox = await ImapServer.start();
	const credential = { name: 'Mailbox', type: 'imap', data: mailbox.credential };
	imap = { id: await e2e.n8n.api.createCredential(credential), name: credential.name };
});
beforeEach(async () => await e2e.sandbox.control.reset());
afterAll(async () => await mailbox.stop());

const ours = (parameters: INode['parameters'], onError?: INode['onError']) =>
	nodeOf('Read', 'n8n-nodes-docscore.docScore', {
		parameters,
		credentials: e2e.credentials,
		onError,
	});

const submission = (more: INode['parameters'] = {}) => ({
	operation: 'submitAndWait',
	filesFrom: 'input',
	binaryPropertyNames: '*',
	extraction_template_id: e2e.sandbox.templates.invoice,
	output: 'fieldsOnly',
	...more,
});

const invoice = async (number: string): Promise<Attachment> => ({
	fileName: `${number}.pdf`,
	mimeType: 'application/pdf',
	content: await linesPdf([`Invoice No: ${number}`, 'Total due: 7.10']),
});

const attached = (fileName: string, mimeType: string, text: string): Attachment => ({
	fileName,
	mimeType,
	content: Buffer.from(text, 'latin1'),
});

const OTHERS = [
	attached('logo.png', 'image/png', '\x89PNG\r\n\x1a\nlogo'),
	attached('invite.ics', 'text/calendar', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR'),
	attached('smime.p7s', 'application/pkcs7-signature', '\x30\x82\x05\x00'),
];

const LOCKED = attached(
	'locked.pdf',
	'application/pdf',
	'%PDF-1.6\n5 0 obj<</Filter/Adobe.PubSec>>endobj\ntrailer<</Root 1 0 R/Encrypt 5 0 R>>',
);

/** The execution of a workflow that reads a mail with these attachments. */
async function mailed(read: INode, attachments: Attachment[]): Promise<Execution> {
	const mail = nodeOf('Mail', 'n8n-nodes-base.emailReadImap', {
		typeVersion: 2.2,
		parameters: { format: 'resolved', options: {} },
		credentials: { imap },
	});
	const workflow = await e2e.n8n.api.importWorkflow(chain('By mail', mail, read));
	const running = e2e.n8n.api.run(workflow);
	await mailbox.watched();
	mailbox.deliver({ from: 'sam@example.com', subject: 'March', text: 'Please pay.', attachments });
	return await running;
}

const numbersOf = (execution: Execution) =>
	jsonOf(execution, 'Read').map(({ invoice_number: number }) => number);

const submitted = async () =>
	(await e2e.sandbox.control.runs()).map(({ filename }) => filename).sort();

describe('an e-mail of three invoices, a logo, an invitation and a signature', () => {
	const eachFile = { severalFiles: 'documentEach' };
	const NAMES = ['A-1', 'A-2', 'A-3'];
	const PDFS = NAMES.map((name) => `${name}.pdf`);

	it('becomes three runs if the rest is skipped', async () => {
		const options = { skipUnsupported: true, skipSmallPictures: 20 };
		const mail = [...(await Promise.all(NAMES.map(invoice))), ...OTHERS];
		const execution = await mailed(ours(submission({ ...eachFile, options })), mail);
		expect(execution).toMatchObject({ status: 'success', error: null });
		expect(numbersOf(execution)).toEqual(NAMES);
		expect(await submitted()).toEqual(PDFS);
	});

	it('becomes three runs and an error for the locked PDF if the node continues', async () => {
		const read = ours(submission(eachFile), 'continueErrorOutput');
		const mail = [...(await Promise.all(NAMES.map(invoice))), LOCKED];
		const execution = await mailed(read, mail);
		expect(execution).toMatchObject({ status: 'success', error: null });
		expect(numbersOf(execution)).toEqual(NAMES);
		expect(execution.outputs.Read?.[1]?.map(({ json }) => json.error)).toEqual([
			expect.stringContaining('needs a password'),
		]);
		expect(await submitted()).toEqual(PDFS);
	});
});

/** A workflow that reads the files with this pattern from disk. */
async function fromDisk(pattern: string, ...nodes: INode[]): Promise<SavedWorkflow> {
	const start = nodeOf('Start', 'n8n-nodes-base.manualTrigger');
	const parameters = { fileSelector: join(e2e.n8n.filesFolder, pattern) };
	const disk = nodeOf('Disk', 'n8n-nodes-base.readWriteFile', { parameters });
	return await e2e.n8n.api.importWorkflow(chain('From disk', start, disk, ...nodes));
}

it('a file that is deleted from n8n between two nodes is told, and nothing is submitted', async () => {
	const { content } = await invoice('B-1');
	await writeFile(join(e2e.n8n.filesFolder, 'kept.pdf'), content);
	const wait = nodeOf('Pause', 'n8n-nodes-base.wait', {
		parameters: { amount: 4, unit: 'seconds' },
	});
	const running = e2e.n8n.api.run(await fromDisk('kept.pdf', wait, ours(submission())));
	await deleteStored(content);
	const { error } = await running;
	expect(error).toMatch(/^'Input Data Field Names' has a file that n8n cannot read: 'kept\.pdf'/);
	expect(await submitted()).toEqual([]);
});

/** Deletes n8n's copy of this file, as soon as there is one. */
async function deleteStored(content: Uint8Array): Promise<void> {
	for (;;) {
		const names = await readdir(e2e.n8n.folder.data, { recursive: true });
		for (const name of names.filter((each) => each.includes('binary_data'))) {
			const path = join(e2e.n8n.folder.data, name);
			const stored = await readFile(path).catch(() => null);
			if (stored !== null && Buffer.from(content).equals(stored)) return await rm(path);
		}
	}
}

it('an empty recording among ten of a telephone system is an error of its own', async () => {
	for (let call = 0; call < 10; call++) {
		const sound = call === 4 ? 0 : 16_000;
		await writeFile(join(e2e.n8n.filesFolder, `call-${call}.wav`), wavOf(sound));
	}
	const upload = {
		resource: 'recording',
		operation: 'upload',
		is_inbound: 'inbound',
		languageCode: 'en',
	};
	const read = ours(upload, 'continueErrorOutput');
	const execution = await e2e.n8n.api.run(await fromDisk('call-*.wav', read));
	expect(execution.error).toBeNull();
	expect(jsonOf(execution, 'Read')).toHaveLength(9);
	expect(execution.outputs.Read?.[1]?.map(({ json }) => json.error)).toEqual([
		expect.stringMatching(/call-4\.wav/),
	]);
	expect(await e2e.sandbox.control.recordings()).toHaveLength(9);
});
