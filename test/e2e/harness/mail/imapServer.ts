import { pause, type Socket } from '../../../node';
import { ImapSession } from './imapSession';
import { LocalServer } from './localServer';
import { type Mail, Message } from './message';

/** Who may sign in. */
export const MAIL_ACCOUNT = { user: 'invoices@example.com', password: 'Post-118' };

/**
 * One mailbox that n8n's IMAP trigger can watch. It speaks as much of RFC 3501 as that takes, with
 * IDLE, and rejects any other command.
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

	/** For a credential of n8n's, IMAP. */
	get credential() {
		return { ...MAIL_ACCOUNT, ...this.server.address };
	}

	/** Resolves when somebody watches the mailbox. */
	async watched(): Promise<void> {
		while (![...this.sessions].some(({ isWatching }) => isWatching)) await pause(100);
	}

	/** How many mails nobody has read. */
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
