import fastify from 'fastify';

/** What the model asks for. */
export interface ToolCall {
	/** As the agent offers it: the name of the node, with _ for a space. */
	name: string;
	arguments: Record<string, unknown>;
}

/** A request for the model's next words. */
export interface ModelRequest {
	model: string;
	input: Array<{ type: string; role?: string; content?: unknown; output?: string }>;
	tools?: Array<{ name: string; description: string; parameters: object }>;
}

/** A model that speaks OpenAI's Responses API and always does the same. */
export interface ModelServer {
	/** For the Base URL of an OpenAI credential. */
	url: string;
	/** What it was sent, in order. */
	requests: ModelRequest[];
	/** What it asks for in the conversations that begin from now on. */
	call: ToolCall;
	stop(): Promise<void>;
}

/** Starts a model that first calls the tool, and then repeats what the tool said. */
export async function startModelServer(call: ToolCall): Promise<ModelServer> {
	const app = fastify();
	const model: ModelServer = {
		url: '',
		requests: [],
		call,
		stop: async () => await app.close(),
	};
	app.post<{ Body: ModelRequest }>('/v1/responses', async ({ body }) => {
		model.requests.push(body);
		const said = body.input.find(({ type }) => type === 'function_call_output')?.output;
		return responseOf(body.model, said === undefined ? toolCall(model.call) : message(said));
	});
	model.url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/v1`;
	return model;
}

const toolCall = ({ name, arguments: given }: ToolCall) => ({
	type: 'function_call',
	id: 'fc_1',
	call_id: 'call_1',
	name,
	arguments: JSON.stringify(given),
	status: 'completed',
});

const message = (text: string) => ({
	type: 'message',
	id: 'msg_1',
	role: 'assistant',
	status: 'completed',
	content: [{ type: 'output_text', text, annotations: [] }],
});

const responseOf = (model: string, output: object) => ({
	id: 'resp_1',
	object: 'response',
	created_at: 0,
	status: 'completed',
	model,
	output: [output],
	usage: {
		input_tokens: 1,
		input_tokens_details: { cached_tokens: 0 },
		output_tokens: 1,
		output_tokens_details: { reasoning_tokens: 0 },
		total_tokens: 2,
	},
});
