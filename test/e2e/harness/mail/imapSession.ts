import type { Socket } from '../../../node';
import type { Message } from './message';

const CAPABILITIES = 'IMAP4rev1 IDLE';

/** An argument that is not a list: quoted or plain. */
const WORD = /"((?:[^"\\]|\\.)*)"|(\S+)/g;

/** n8n's client starts to listen for new mail a moment after the response to SELECT. */
const LISTENS_AFTER_MS = 3_000;

/** The connection of one client. */
export class ImapSession {
	private received = '';

	/** Tag of the IDLE command in progress. */
	private idle: string | null = null;

	private selectedAt = Infinity;

	/** The number of messages that the client knows of; null before it selects the mailbox. */
	private told: number | null = null;

	constructor(
		private readonly socket: Socket,
		private readonly messages: Message[],
		private readonly account: { user: string; password: string },
	) {
		socket.setEncoding('latin1').on('data', (text: string) => this.receive(text));
		// A client may disconnect without LOGOUT.
		socket.on('error', () => socket.destroy());
		this.say(`* OK [CAPABILITY ${CAPABILITIES}] The mailbox is ready`);
	}

	/** Whether the client has selected the mailbox and listens for new mail. */
	get isWatching(): boolean {
		return Date.now() - this.selectedAt > LISTENS_AFTER_MS;
	}

	private receive(text: string): void {
		const lines = (this.received + text).split('\r\n');
		this.received = lines.pop() ?? '';
		for (const line of lines) this.obey(line);
	}

	private obey(line: string): void {
		if (this.idle !== null) {
			this.say(`${this.idle} OK Waited`);
			this.idle = null;
			return;
		}
		const [, tag = '*', command = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/.exec(line) ?? [];
		const answered = this.answer(command.toUpperCase(), rest);
		if (answered !== 'waits') this.say(`${tag} ${answered}`);
		else this.idle = tag;
		if (command.toUpperCase() === 'LOGOUT') this.socket.end();
	}

	/** Sends the data for a command and returns its final status. */
	private answer(command: string, rest: string): string {
		switch (command) {
			case 'CAPABILITY':
				this.say(`* CAPABILITY ${CAPABILITIES}`);
				return 'OK Done';
			case 'LOGIN':
				return this.logIn(wordsOf(rest));
			case 'LIST':
				this.say(wordsOf(rest)[1] === '' ? '* LIST (\\Noselect) "/" ""' : '* LIST () "/" INBOX');
				return 'OK Done';
			case 'SELECT':
				return this.select();
			case 'UID SEARCH':
				return this.search(wordsOf(rest));
			case 'UID FETCH':
				return this.fetch(rest);
			case 'UID STORE':
				return this.store(rest);
			case 'IDLE':
				this.say('+ Waiting');
				this.tellWhatIsThere();
				return 'waits';
			case 'NOOP':
				this.tellWhatIsThere();
				return 'OK Done';
			case 'LOGOUT':
				this.say('* BYE');
				return 'OK Done';
			default:
				return `BAD This mailbox does not know ${command}`;
		}
	}

	private logIn([user, password]: string[]): string {
		const isKnown = user === this.account.user && password === this.account.password;
		return isKnown ? `OK [CAPABILITY ${CAPABILITIES}] Welcome` : 'NO Wrong user or password';
	}

	private select(): string {
		this.told = this.messages.length;
		this.selectedAt = Date.now();
		this.say('* FLAGS (\\Seen)');
		this.say(`* ${this.told} EXISTS`);
		this.say('* OK [PERMANENTFLAGS (\\Seen)] These stay');
		this.say('* OK [UIDVALIDITY 1] They stay valid');
		this.say(`* OK [UIDNEXT ${this.told + 1}] The next one's`);
		return 'OK [READ-WRITE] Selected';
	}

	/** Allowed at any time. Sends nothing if there is no new mail. */
	tellWhatIsThere(): void {
		if (this.told === null || this.told === this.messages.length) return;
		this.told = this.messages.length;
		this.say(`* ${this.told} EXISTS`);
	}

	private search(keys: string[]): string {
		let found = [...this.messages];
		while (keys.length > 0) {
			const key = keys.shift()?.toUpperCase();
			if (key === 'UNSEEN') found = found.filter(({ isSeen }) => !isSeen);
			else if (key === 'SINCE') found = found.filter(isSince(keys.shift() ?? ''));
			else if (key === 'UID') found = found.filter(this.isIn(keys.shift() ?? ''));
			else return `BAD This mailbox does not search by ${key}`;
		}
		this.say(['* SEARCH', ...found.map(({ uid }) => uid)].join(' '));
		return 'OK Done';
	}

	/** Sends whole mails, as the format Resolved of n8n's trigger asks for them. */
	private fetch(rest: string): string {
		const [set = ''] = rest.split(' ');
		for (const { uid, source } of this.messages.filter(this.isIn(set))) {
			this.say(`* ${uid} FETCH (UID ${uid} BODY[] {${source.length}}\r\n${source})`);
		}
		return 'OK Done';
	}

	private store(rest: string): string {
		const [, set = '', flags = ''] = /^(\S+) \+FLAGS(?:\.SILENT)? \((.*)\)$/i.exec(rest) ?? [];
		if (flags.toLowerCase() !== '\\seen') return 'BAD This mailbox sets no flag but \\Seen';
		for (const message of this.messages.filter(this.isIn(set))) {
			message.isSeen = true;
			this.say(`* ${message.uid} FETCH (UID ${message.uid} FLAGS (\\Seen))`);
		}
		return 'OK Done';
	}

	/**
	 * Whether a message is in a set such as `2,4:6` or `3:*`. Mails are never deleted, so numbers equal
	 * UIDs.
	 */
	private isIn(set: string): (message: Message) => boolean {
		const last = this.messages.length;
		const numberOf = (text: string) => (text === '*' ? last : Number(text));
		const ranges = set.split(',').map((range) => range.split(':').map(numberOf));
		return ({ uid }) =>
			ranges.some((range) => Math.min(...range) <= uid && uid <= Math.max(...range));
	}

	private say(line: string): void {
		this.socket.write(`${line}\r\n`, 'latin1');
	}
}

const wordsOf = (text: string): string[] =>
	[...text.matchAll(WORD)].map(
		([, quoted, plain]) => plain ?? quoted?.replace(/\\(.)/g, '$1') ?? '',
	);

const isSince = (date: string) => {
	const begins = Date.parse(`${date} UTC`);
	return ({ receivedAt }: Message) => receivedAt.getTime() >= begins;
};
