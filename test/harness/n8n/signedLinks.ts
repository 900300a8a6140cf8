import { BinaryDataService } from 'n8n-core';
import { createServer, type IncomingMessage, pipeline, type ServerResponse } from '../../node';
import { n8nAddress } from './additionalData';
import { useFileStore } from './binaryStore';
import { listen } from '../sandbox/localServer';
import { container } from './container';

const PATH = '/rest/binary-data/signed';

/** Serves n8n's signed links to files, as n8n does, for the tests of a file. */
export class SignedLinks {
	/** The requests of the current test. */
	asked: IncomingMessage[] = [];

	private own = '';

	private readonly server = createServer((request, response) => {
		this.asked.push(request);
		response.setHeader('connection', 'close');
		void this.answer(new URL(request.url ?? '', this.own), response);
	});

	constructor() {
		beforeAll(async () => await this.start());
		beforeEach(() => {
			this.asked = [];
			n8nAddress.url = this.own;
		});
		afterAll(() => this.server.close());
	}

	/** Makes links lead to another address in the current test. */
	leadTo(url: string): void {
		n8nAddress.url = url;
	}

	private async start(): Promise<void> {
		await useFileStore();
		this.own = `${await listen(this.server)}/`;
	}

	private async answer({ pathname, searchParams }: URL, response: ServerResponse): Promise<void> {
		const service = container.get(BinaryDataService);
		try {
			if (pathname !== PATH) throw new Error(`There is nothing at ${pathname}`);
			const id = service.validateSignedToken(searchParams.get('token') ?? '');
			const { fileName = '', fileSize, mimeType } = await service.getMetadata(id);
			response.writeHead(200, {
				'content-disposition': `attachment; filename="${encodeURIComponent(fileName)}"`,
				'content-length': fileSize,
				'content-type': String(mimeType),
			});
			await pipeline(await service.getAsStream(id), response);
		} catch {
			if (!response.headersSent) response.writeHead(400).end();
		}
	}
}
