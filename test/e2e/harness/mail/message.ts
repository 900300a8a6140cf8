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

const BOUNDARY = 'part-of-a-mail';

/** A mail as the server stores it: first the text, then the attachments. */
export class Message {
	isSeen = false;

	/** As it was sent. */
	readonly source: string;

	constructor(
		{ from, subject, text, attachments }: Mail,
		readonly uid: number,
		readonly receivedAt = new Date(),
	) {
		const parts = [['Content-Type: text/plain', '', text], ...attachments.map(linesOf)];
		this.source = [
			`From: ${from}`,
			'To: invoices@example.com',
			`Subject: ${subject}`,
			`Date: ${receivedAt.toUTCString()}`,
			`Message-ID: <${uid}@example.com>`,
			'MIME-Version: 1.0',
			`Content-Type: multipart/mixed; boundary="${BOUNDARY}"`,
			'',
			...parts.flatMap((lines) => [`--${BOUNDARY}`, ...lines]),
			`--${BOUNDARY}--`,
			'',
		].join('\r\n');
	}
}

const linesOf = ({ fileName, mimeType, content, disposition = 'attachment' }: Attachment) => [
	`Content-Type: ${mimeType}; name="${fileName}"`,
	'Content-Transfer-Encoding: base64',
	`Content-Disposition: ${disposition}; filename="${fileName}"`,
	'',
	...(Buffer.from(content)
		.toString('base64')
		.match(/.{1,76}/g) ?? []),
];
