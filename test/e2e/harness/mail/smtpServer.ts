import { pause, type Socket } from '../../../node';
import { LocalServer } from './localServer';

/** A mail as submitted, with decoded text. */
export interface SentMail {
	to: string[];
	subject: string;
	text: string;
}

const END_OF_MAIL = '\r\n.\r\n';
const COMES_WITHIN_MS = 60_000;

/**
 * Accepts every mail that n8n sends, and delivers none. It supports the part of RFC 5321 that n8n uses and
 * rejects all other commands.
 */
export class SmtpServer {
	private constructor(
		private readonly server: LocalServer,
		readonly mails: SentMail[],
	) {}

	static async start(): Promise<SmtpServer> {
		const mails: SentMail[] = [];
		const server = await LocalServer.start((socket) => converse(socket, mails));
		return new SmtpServer(server, mails);
	}

	/** The data of an SMTP credential in n8n. */
	get credential() {
		return this.server.address;
	}

	/** Removes and returns the first mail whose subject contains this text. Waits if there is none yet. */
	async take(inSubject: string): Promise<SentMail> {
		const deadline = Date.now() + COMES_WITHIN_MS;
		for (;;) {
			const at = this.mails.findIndex(({ subject }) => subject.includes(inSubject));
			const [mail] = at < 0 ? [] : this.mails.splice(at, 1);
			if (mail) return mail;
			if (Date.now() > deadline) throw new Error(`No mail about ${inSubject} arrived`);
			await pause(100);
		}
	}

	async stop(): Promise<void> {
		await this.server.stop();
	}
}

function converse(socket: Socket, mails: SentMail[]): void {
	// A client may disconnect without QUIT.
	socket.on('error', () => socket.destroy());
	const say = (line: string) => void socket.write(`${line}\r\n`);
	let received = '';
	let to: string[] = [];
	let isMail = false;
	say('220 The mail server is ready');
	socket.setEncoding('latin1').on('data', (text: string) => {
		received += text;
		for (;;) {
			const end = isMail ? END_OF_MAIL : '\r\n';
			const at = received.indexOf(end);
			if (at < 0) return;
			const said = received.slice(0, at);
			received = received.slice(at + end.length);
			if (isMail) {
				mails.push(readMail(said, to));
				[isMail, to] = [false, []];
				say('250 Taken');
				continue;
			}
			const [, recipient] = /^RCPT TO:<(.+?)>/i.exec(said) ?? [];
			if (recipient !== undefined) to.push(recipient);
			isMail = said.toUpperCase() === 'DATA';
			say(answerTo(said.split(/[ :]/, 1).join().toUpperCase()));
		}
	});
}

function answerTo(command: string): string {
	if (command === 'DATA') return '354 Go on, and end with a dot';
	if (command === 'QUIT') return '221 Bye';
	return ['EHLO', 'HELO', 'MAIL', 'RCPT', 'RSET'].includes(command)
		? '250 Fine'
		: '502 This server does not know that';
}

/** Reads a mail that has only one part. */
function readMail(raw: string, to: string[]): SentMail {
	const at = raw.indexOf('\r\n\r\n');
	const header = raw.slice(0, at).replace(/\r\n[ \t]+/g, ' ');
	const headerOf = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(header)?.[1] ?? '';
	const body = raw.slice(at + 4).replace(/^\.\./gm, '.');
	return {
		to,
		subject: headerOf('Subject'),
		text: decode(body, headerOf('Content-Transfer-Encoding')),
	};
}

function decode(body: string, encoding: string): string {
	if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
	if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString();
	const bytes = body
		.replace(/=\r\n/g, '')
		.replace(/=([\dA-F]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));
	return Buffer.from(bytes, 'latin1').toString();
}
