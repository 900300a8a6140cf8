import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { isObject, parseJson } from '../../../nodes/DocScore/service/json';
import { parseCriteria } from '../../../nodes/DocScore/runs/criteria';
import { createServer, once, type Server } from '../../node';
import type { TemperedLister } from './temperedLister';

/** Lists of any temper over HTTP, so that n8n's engine meets them too. */
export class TemperedService {
	private readonly server: Server;

	private constructor(lister: Pick<TemperedLister, 'query'>) {
		this.server = createServer(async (request, response) => {
			let text = '';
			for await (const chunk of request) text += String(chunk);
			const body = parseJson(text);
			const { page, limit } = isObject(body) ? body : {};
			const query = { ...parseCriteria(text), page: Number(page), limit: Number(limit) };
			const { runs, totalCount } = await lister.query(query);
			const docs = runs.map(({ raw }) => raw);
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ statusCode: 'SUCCESS', docs, pagination: { totalCount } }));
		});
	}

	static async start(lister: Pick<TemperedLister, 'query'>): Promise<TemperedService> {
		const service = new TemperedService(lister);
		service.server.listen(0, '127.0.0.1');
		await once(service.server, 'listening');
		return service;
	}

	get credential(): ICredentialDataDecryptedObject {
		const address = this.server.address();
		const port = isObject(address) ? Number(address.port) : 0;
		return { baseUrl: `http://127.0.0.1:${port}/api/v1`, apiKey: 'key' };
	}

	async stop(): Promise<void> {
		this.server.close();
		await once(this.server, 'close');
	}
}
