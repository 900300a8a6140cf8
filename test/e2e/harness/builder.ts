import type { N8n } from './n8n';

interface Answer {
	result?: { isError?: boolean; content: Array<{ text: string }> };
	error?: { message: string };
}

/** Uses the tools of n8n's own MCP server, as an AI that builds workflows does. */
export class Builder {
	private constructor(
		private readonly url: string,
		private readonly key: string,
	) {}

	static async of({ url, api }: N8n): Promise<Builder> {
		await api.patch('/rest/mcp/settings', { mcpAccessEnabled: true });
		// n8n shows a key only once, and it may already have shown this one. So rotate it.
		await api.get('/rest/mcp/api-key');
		const { apiKey } = await api.post<{ apiKey: string }>('/rest/mcp/api-key/rotate', {});
		return new Builder(`${url}/mcp-server/http`, apiKey);
	}

	/** The nodes that the catalogue finds, best first: the text about each, by node ID. */
	async found(query: string): Promise<Map<string, string>> {
		const [, ...shown] = (await this.ask('search_nodes', { queries: [query] })).split(/^- (?=\S)/m);
		return new Map(shown.map((text) => [/^\S+/.exec(text)?.[0] ?? '', text]));
	}

	/** The definition of a node, as TypeScript types. */
	async definition(nodeId: string): Promise<string> {
		return await this.ask('get_node_types', { nodeIds: [{ nodeId }] });
	}

	/** Calls a tool and returns its text. @throws Error if the tool fails */
	async ask(name: string, args: object): Promise<string> {
		const response = await fetch(this.url, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${this.key}`,
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
			},
			body: JSON.stringify({
				jsonrpc: '2.0',
				id: 1,
				method: 'tools/call',
				params: { name, arguments: args },
			}),
		});
		const text = await response.text();
		const [, event = text] = /^data: ?(.*)$/m.exec(text) ?? [];
		// The lock file pins n8n, so the shape of the response is known.
		const { result, error }: Answer = JSON.parse(event);
		const told = result?.content.map((each) => each.text).join('\n') ?? error?.message ?? text;
		if (error || result?.isError) throw new Error(`${name}: ${told}`);
		return told;
	}
}
