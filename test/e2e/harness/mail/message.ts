/** A file in a mail. */
export interface Attachment {
	fileName: string;
	mimeType: string;
	content: Uint8Array;
	/** Some mail programs mark an attached file as inline. Default: attachment. */
	disposition?: 'attachment' | 'inline';
}

export interface Mail {
	from: string;
	subject: string;
	text: string;
	attachments: Attachment[];
}

/** A part of a message, as sent. */
interface Part {
	headers: string[];
	/** Its description in IMAP's BODYSTRUCTURE. */
	structure: string;
	body: string;
}

const BOUNDARY = 'part-of-a-mail';
const END = '\r\n';

/** A mail as the server stores it: first the text, then the attachments. */
export class Message {
	isSeen = false;

	private readonly parts: Part[];

	private readonly header: string;

	constructor(
		{ from, subject, text, attachments }: Mail,
		readonly uid: number,
		readonly receivedAt = new Date(),
	) {
		this.parts = [textPart(text), ...attachments.map(attachmentPart)];
		this.header = headerOf([
			`From: ${from}`,
			'To: invoices@example.com',
			`Subject: ${subject}`,
			`Date: ${receivedAt.toUTCString()}`,
			`Message-ID: <${uid}@example.com>`,
			'MIME-Version: 1.0',
			`Content-Type: multipart/mixed; boundary="${BOUNDARY}"`,
		]);
	}

	/** Its description in IMAP's BODYSTRUCTURE. */
	get structure(): string {
		const parts = this.parts.map(({ structure }) => structure).join('');
		return `(${parts} "MIXED" ("BOUNDARY" "${BOUNDARY}") NIL NIL NIL)`;
	}

	/** The section that IMAP's BODY[name] returns; null if there is none. */
	section(name: string): string | null {
		if (name === 'HEADER') return this.header;
		if (name === 'TEXT') return this.text;
		if (name === '') return this.header + this.text;
		const [number, ofPart] = name.split('.');
		const part = this.parts[Number(number) - 1];
		if (!part) return null;
		return ofPart === 'MIME' ? headerOf(part.headers) : part.body;
	}

	private get text(): string {
		const parts = this.parts.map(
			({ headers, body }) => `--${BOUNDARY}${END}${headerOf(headers)}${body}${END}`,
		);
		return `${parts.join('')}--${BOUNDARY}--${END}`;
	}
}

const headerOf = (lines: string[]): string => [...lines, '', ''].join(END);

const textPart = (text: string): Part => ({
	headers: ['Content-Type: text/plain; charset=us-ascii', 'Content-Transfer-Encoding: 7bit'],
	structure: `("TEXT" "PLAIN" ("CHARSET" "us-ascii") NIL NIL "7BIT" ${text.length} 1 NIL NIL NIL)`,
	body: text,
});

function attachmentPart({
	fileName,
	mimeType,
	content,
	disposition = 'attachment',
}: Attachment): Part {
	const lines =
		Buffer.from(content)
			.toString('base64')
			.match(/.{1,76}/g) ?? [];
	const body = lines.join(END);
	const [type, subtype] = mimeType.split('/');
	// IMAP reports the number of lines only for text parts.
	const size = type === 'text' ? `${body.length} ${lines.length}` : body.length;
	const named = `("NAME" "${fileName}") NIL NIL "BASE64" ${size}`;
	return {
		headers: [
			`Content-Type: ${mimeType}; name="${fileName}"`,
			'Content-Transfer-Encoding: base64',
			`Content-Disposition: ${disposition}; filename="${fileName}"`,
		],
		structure: `("${type}" "${subtype}" ${named} NIL ("${disposition}" ("FILENAME" "${fileName}")) NIL)`,
		body,
	};
}
