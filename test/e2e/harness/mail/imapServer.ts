import { pause, type Socket } from '../../../node';
import { ImapSession } from './imapSession';
import { LocalServer } from './localServer';
import { type Mail, Message } from './message';

/** The account that can sign in. */
export const MAIL_ACCOUNT = { user: 'invoices@example.com', password: 'Post-118' };

/**
 * A mailbox that n8n's IMAP trigger can watch. It supports the part of RFC 3501 that the trigger uses, with
 * IDLE, and rejects all other commands.
 */
export class ImapServer {
	private constructor(
		private readonly server: LocalServer,
		private readonly sessions: ReadonlySet<ImapSession>,
		private readonly messages: Message[],
	) {}

	static async start(): Promise<ImapServer> {
		const messages: Message[] = [];
		const sessions = new Set<ImapSession>();
		const server = await LocalServer.start((socket) => greet(socket, messages, sessions));
		return new ImapServer(server, sessions, messages);
	}

	/** The data of an IMAP credential in n8n. */
	get credential() {
		return { ...MAIL_ACCOUNT, ...this.server.address };
	}

	/** Resolves when a client watches the mailbox. */
	async watched(): Promise<void> {
		while (![...this.sessions].some(({ isWatching }) => isWatching)) await pause(100);
	}

	/** The number of unread mails. */
	get unread(): number {
		return this.messages.filter(({ isSeen }) => !isSeen).length;
	}

	deliver(mail: Mail): void {
		this.messages.push(new Message(mail, this.messages.length + 1));
		for (const session of this.sessions) session.tellWhatIsThere();
	}

	async stop(): Promise<void> {
		await this.server.stop();
	}
}

function greet(socket: Socket, messages: Message[], sessions: Set<ImapSession>): void {
	const session = new ImapSession(socket, messages, MAIL_ACCOUNT);
	sessions.add(session);
	socket.once('close', () => sessions.delete(session));
}
