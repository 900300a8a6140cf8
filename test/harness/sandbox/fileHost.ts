import {
	createServer,
	type IncomingMessage,
	once,
	type Server,
	type ServerResponse,
} from '../../node';
import { listen } from './localServer';

let connections = 0;

/** Open connections to all hosts of a test file: a paused one is not listed by Node.js. */
export const connectionsToHosts = (): number => connections;

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A server for files or other content, whose responses a test defines. All tests of a file share it. */
export class FileHost {
	/** Number of requests in the current test. */
	requests = 0;

	origin = '';

	private answers: Answer[] = [];

	private readonly server: Server = createServer((request, response) => {
		const answer = this.answers[Math.min(this.requests, this.answers.length - 1)];
		this.requests++;
		response.setHeader('connection', 'close');
		answer?.(response, request);
	});

	constructor() {
		this.server.on('connection', (socket) => {
			connections++;
			socket.once('close', () => connections--);
		});
		beforeAll(async () => {
			this.origin = await listen(this.server);
		});
		beforeEach(() => this.answer());
		afterAll(async () => await this.stop());
	}

	/** Sets the responses, one for each request. The last one repeats. */
	answer(...answers: Answer[]): void {
		this.requests = 0;
		this.answers = answers;
	}

	private async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}
}

/** A response with this status and content. */
export const withContent =
	(status: number, content: string, headers: Record<string, string> = {}): Answer =>
	(response) =>
		void response.writeHead(status, headers).end(content);
