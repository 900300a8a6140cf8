import fastify from 'fastify';

/** A tool call of the model. */
export interface ToolCall {
	/** The tool name that the agent offers: the name of the node, with _ instead of spaces. */
	name: string;
	arguments: Record<string, unknown>;
}

/** A request for the model's next response. */
export interface ModelRequest {
	model: string;
	input: Array<{ type: string; role?: string; content?: unknown; output?: string }>;
	tools?: Array<{ name: string; description: string; parameters: object }>;
}

/** A simulated model with OpenAI's Responses API that always makes the same tool call. */
export interface ModelServer {
	/** For the Base URL of an OpenAI credential. */
	url: string;
	/** The requests that it received, in order. */
	requests: ModelRequest[];
	/** The tool call in conversations that start from now on. */
	call: ToolCall;
	stop(): Promise<void>;
}

/** Starts a model that first calls the tool, then repeats the result of the tool. */
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
