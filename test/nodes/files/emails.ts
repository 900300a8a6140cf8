import type { INodeExecutionData } from 'n8n-workflow';
import { store } from '../../harness/n8n/binaryStore';
import { sample } from './itemFiles';

/** Attachments of e-mails, shared by tests. */
export type Attachment = [fileName: string, content: Buffer];

export const LOGO: Attachment = ['logo.png', Buffer.from('\x89PNG\r\n\x1a\nlogo', 'latin1')];

export const INVITATION: Attachment = ['invite.ics', Buffer.from('BEGIN:VCALENDAR')];

export const SIGNATURE: Attachment = ['smime.p7s', Buffer.from('\x30\x82\x05\x00', 'latin1')];

const LOCKED_TEXT =
	'%PDF-1.6\n5 0 obj<</Filter/Adobe.PubSec>>endobj\ntrailer<</Root 1 0 R/Encrypt 5 0 R>>';

export const LOCKED: Attachment = ['locked.pdf', Buffer.from(LOCKED_TEXT)];

/** Documents that differ in their content only behind the end of the PDF. */
export async function invoices(...fileNames: string[]): Promise<Attachment[]> {
	const content = await sample('invoice.pdf');
	return fileNames.map((name, at) => [name, Buffer.concat([content, Buffer.from(`\n%${at}`)])]);
}

export async function email(...attachments: Attachment[]): Promise<INodeExecutionData> {
	const stored = attachments.map(async ([fileName, content], at) => [
		`attachment_${at}`,
		await store([content], { fileName, mimeType: 'application/octet-stream' }),
	]);
	return { json: { name: 'Mail' }, binary: Object.fromEntries(await Promise.all(stored)) };
}
