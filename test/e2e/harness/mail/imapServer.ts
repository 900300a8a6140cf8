import { createNetServer, type NetServer, once, pause, type Socket } from '../../../node';
import { ImapSession } from './imapSession';
import { type Mail, Message } from './message';

/** The account that can sign in. */
export const MAIL_ACCOUNT = { user: 'invoices@example.com', password: 'Post-118' };

/**
 * A mailbox that n8n's IMAP trigger can watch. It supports the part of RFC 3501 that the trigger uses, with
 * IDLE, and rejects all other commands.
 */
export class ImapServer {
	private readonly messages: Message[] = [];

	private readonly sessions = new Map<Socket, ImapSession>();

	private constructor(private readonly server: NetServer) {}

	static async start(): Promise<ImapServer> {
		const server = createNetServer();
		const mailbox = new ImapServer(server);
		server.on('connection', (socket) => mailbox.greet(socket));
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return mailbox;
	}

	/** The data of an IMAP credential in n8n. */
	get credential() {
		const address = this.server.address();
		if (address === null || typeof address === 'string') throw new Error('No port was given');
		return { ...MAIL_ACCOUNT, host: '127.0.0.1', port: address.port, secure: false };
	}

	/** Resolves when a client watches the mailbox. */
	async watched(): Promise<void> {
		while (![...this.sessions.values()].some(({ isWatching }) => isWatching)) await pause(100);
	}

	/** The number of unread mails. */
	get unread(): number {
		return this.messages.filter(({ isSeen }) => !isSeen).length;
	}

	deliver(mail: Mail): void {
		this.messages.push(new Message(mail, this.messages.length + 1));
		for (const session of this.sessions.values()) session.tellWhatIsThere();
	}

	async stop(): Promise<void> {
		const closed = once(this.server, 'close');
		this.server.close();
		for (const socket of this.sessions.keys()) socket.destroy();
		await closed;
	}

	private greet(socket: Socket): void {
		const session = new ImapSession(socket, this.messages, MAIL_ACCOUNT);
		this.sessions.set(socket, session);
		socket.once('close', () => this.sessions.delete(socket));
	}
}
