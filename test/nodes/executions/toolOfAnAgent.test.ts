import {
	type EngineResponse,
	type IExecuteFunctions,
	type INodeParameters,
	type INodeType,
	type NodeOutput,
	NodeConnectionTypes,
	NodeHelpers,
} from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node.ts';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { nodeTypesOf, startWorkflow } from '../../harness/n8n/workflow';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const time = useDrivenTime(node);
const { execute, methods, description } = new DocScore();

/** The second form of the node, which n8n creates for nodes that are usable as tools. */
const docScoreTool: INodeType = {
	execute,
	methods,
	description: {
		...description,
		inputs: [],
		outputs: description.usableAsTool ? [NodeConnectionTypes.AiTool] : [],
	},
};

/** Simulates an agent whose model calls the tool `times` times with the content of the item. */
const agent: INodeType = {
	description: {
		displayName: 'Agent',
		name: 'agent',
		group: ['transform'],
		version: 1,
		description: 'Calls its tool',
		defaults: { name: 'Agent' },
		inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool }],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		const [tool] = readTools(await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0));
		const [item] = this.getInputData();
		const { times = 1, ...given } = item?.json ?? {};
		let said: unknown;
		for (let call = 0; call < Number(times); call++) {
			said = await tool?.invoke(given).catch((error: Error) => `Error: ${error.message}`);
		}
		return [[{ json: { said: String(said) }, pairedItem: { item: 0 } }]];
	},
};

/** Simulates an agent of version 3: the engine runs the tool, and tells the agent the result. */
const agentOfEngine: INodeType = {
	...agent,
	async execute(this: IExecuteFunctions, response?: EngineResponse): Promise<NodeOutput> {
		const { json = {} } = this.getInputData()[0] ?? {};
		const [result] = response?.actionResponses ?? [];
		if (!result) {
			const action = { actionType: 'ExecutionNodeAction', nodeName: 'Tool', input: json } as const;
			const more = { type: NodeConnectionTypes.AiTool, id: 'call', metadata: {} };
			return { actions: [{ ...action, ...more }], metadata: {} };
		}
		const { data, error } = result.data;
		const said = data?.ai_tool?.[0]?.[0]?.json ?? error?.message;
		return [[{ json: { said: JSON.stringify(said) }, pairedItem: { item: 0 } }]];
	},
};

interface Tool {
	invoke(parameters: object): Promise<unknown>;
}

const readTools = (connected: unknown): Tool[] =>
	Array.isArray(connected) ? connected.filter(isTool) : [];

const isTool = (value: unknown): value is Tool =>
	typeof value === 'object' && value !== null && 'invoke' in value;

/** The tool as n8n's agents outside of workflows run it: there is neither a workflow nor an execution. */
const standalone: INodeType = {
	...docScoreTool,
	async execute(this: IExecuteFunctions) {
		const without: Record<PropertyKey, unknown> = {
			getExecutionId: () => undefined,
			getWorkflow: () => ({ ...this.getWorkflow(), id: undefined }),
			getWorkflowDataProxy: () => {
				throw new Error('There is no execution');
			},
		};
		const context = new Proxy(this, {
			get: (target, name) => without[name] ?? Reflect.get(target, name),
		});
		return await execute.call(context);
	},
};

async function callTool(
	parameters: INodeParameters,
	args: object,
	{ tool = docScoreTool, caller = agent } = {},
): Promise<string> {
	const result = await startWorkflow(
		{
			name: 'Agent with a tool',
			settings: { executionOrder: 'v1' },
			nodes: [
				nodeOf('Start', 'n8n-nodes-base.manualTrigger'),
				nodeOf('Agent', 'n8n-nodes-docscore.agent'),
				nodeOf('Tool', 'n8n-nodes-docscore.docScoreTool', {
					parameters: node.submission(parameters),
					credentials: { docScoreApi: { id: '1', name: 'DocScore' } },
					retryOnFail: true,
				}),
			],
			connections: {
				Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
				Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			},
			pinData: { Start: [{ json: { ...args } }] },
		},
		nodeTypesOf({ agent: caller, docScoreTool: tool }),
		node.credential,
	);
	const [task] = result.data.resultData.runData.Agent ?? [];
	expect(task?.error).toBeUndefined();
	return String(task?.data?.main?.[0]?.[0]?.json.said);
}

const THREE_FIELDS = {
	number: { value: 'A-1', reasoning: 'Top' },
	total: { value: '12.50', reasoning: 'Bottom' },
	iban: { value: null, reasoning: null },
};

const FROM_MODEL = "={{ $fromAI('url', 'URL of the file', 'string') }}";

describe('as a tool of an agent', () => {
	it('submits twice if the model calls it twice', async () => {
		const url = 'https://a.example/1.pdf';
		await callTool({ file_urls: FROM_MODEL }, { url, times: 2 });
		expect(await node.control.runs()).toMatchObject([{ fileUrls: [url] }, { fileUrls: [url] }]);
	});

	it.each([
		['the connection breaks', { kind: 'cutAfter', endpoint: 'submit' }, {}],
		[
			'the run does not finish in time',
			null,
			{ operation: 'submitAndWait', options: { maxWait: 1 } },
		],
	] as const)('submits once with Retry On Fail if %s', async (_, fault, parameters) => {
		await node.control.setRunPlan({ stuck: 'pending' });
		if (fault) await node.control.addFault(fault);
		const url = 'https://a.example/1.pdf';
		const said = await callTool({ ...parameters, file_urls: FROM_MODEL }, { url });
		const runs = await node.control.runs();
		expect(runs).toHaveLength(1);
		if (!fault) expect(said).toContain(`Run ${runs[0]?.id} did not finish`);
	});

	it('waits for the result and returns the fields', async () => {
		await node.control.setRunPlan({ fixedResult: { outputSchema: THREE_FIELDS } });
		const said = await callTool(
			{ operation: 'submitAndWait', file_urls: FROM_MODEL },
			{ url: 'https://a.example/1.pdf' },
		);
		expect(JSON.parse(said)).toMatchObject([{ fields: { total: '12.50' } }]);
		expect(time.passed).toBe(2_000);
	});

	it('returns only the fields that the model asks for', async () => {
		await node.control.setRunPlan({ fixedResult: { outputSchema: THREE_FIELDS } });
		const said = await callTool(
			{
				operation: 'submitAndWait',
				output: 'fieldsOnly',
				options: {
					fieldsToOutput: "={{ $fromAI('fields', 'Names of the fields to tell', 'string') }}",
				},
			},
			{ fields: 'total,number' },
		);
		expect(JSON.parse(said)).toEqual([{ total: '12.50', number: 'A-1' }]);
	});

	it('also returns runs with issues, because a tool has no Review output', async () => {
		await node.control.setRunPlan({ fixedResult: { outputSchema: THREE_FIELDS } });
		const said = await callTool(
			{
				operation: 'submitAndWait',
				fieldRules: { rules: [{ field: 'iban', required: true }] },
				review: true,
				options: { fieldsToOutput: FROM_MODEL },
			},
			{ url: 'iban' },
		);
		expect(JSON.parse(said)).toMatchObject([
			{ fields: { iban: null }, issues: [{ field: 'iban', problem: 'is missing' }] },
		]);
	});

	it('ignores a filter that the model leaves empty', async () => {
		await node.control.seedRuns([{ status: 'failed' }, { count: 2 }]);
		const said = await callTool(
			{
				operation: 'getAll',
				output: 'fieldsOnly',
				filters: { startTime: FROM_MODEL, status: FROM_MODEL, filename: FROM_MODEL },
				metadata_filters: { conditions: [{ metadata_name: 'department', value: FROM_MODEL }] },
			},
			{ url: '' },
		);
		// The agent does not see hints, so it gets all runs.
		expect(JSON.parse(said)).toHaveLength(3);
		const [request] = await node.control.requests();
		expect(request?.body).toEqual({ page: 1, limit: 50 });
	});

	it('submits and waits without a workflow or an execution', async () => {
		await node.control.setRunPlan({ fixedResult: { outputSchema: THREE_FIELDS } });
		const parameters = {
			operation: 'submitAndWait',
			file_urls: FROM_MODEL,
			options: { tagWithExecution: true },
		};
		const url = 'https://files.example.com/a.pdf';
		expect(await callTool(parameters, { url }, { tool: standalone })).toContain('12.50');
		expect((await node.control.runs()).map(({ metadata }) => metadata)).toEqual([{}]);
	});

	it('has no field for Review, because a tool has no such output', () => {
		const [review, ...others] = description.properties.filter(({ name }) => name === 'review');
		expect(others).toHaveLength(3);
		const isShown = (name: string) => {
			const values = { resource: 'run', operation: 'submitAndWait' };
			const described = { ...description, name };
			return [review, ...others].some(
				(each) => each && NodeHelpers.displayParameter(values, each, null, described),
			);
		};
		expect([isShown('docScore'), isShown('docScoreTool')]).toEqual([true, false]);
	});

	const toAgents = describe.each([
		['that calls the tool itself', agent],
		['whose tools the engine runs', agentOfEngine],
	]);

	toAgents('returns to the model of an agent %s', (_, caller) => {
		const url = 'https://a.example/1.pdf';
		const told = async (parameters: INodeParameters, args: object = { url }) =>
			await callTool({ file_urls: FROM_MODEL, ...parameters }, args, { caller });

		it('what was wrong and how to fix it', async () => {
			const said = await told({}, { url: 'invoice.pdf' });
			expect(said).toContain("'File URLs' cannot be the name of a file: 'invoice.pdf'");
			expect(said).toContain('Enter a URL that the service can open');
			expect(await node.requestCounts()).toEqual({});
		});

		it('the ID of a run that does not finish in time, and not to submit it again', async () => {
			await node.control.setRunPlan({ stuck: 'pending' });
			const said = await told({ operation: 'submitAndWait', options: { maxWait: 1 } });
			const [run] = await node.control.runs();
			expect(said).toContain(`Run ${run?.id} did not finish within 1 minute`);
			expect(said).toContain('Do not submit the document again');
		});

		it('that the service does not know the template', async () => {
			const said = await told({ extraction_template_id: '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18' });
			expect(said).toContain('Template not found: 5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18');
			expect(said).toContain('Copy the ID from the dashboard again');
		});

		it('that the outcome of a submission is unknown, and what to do', async () => {
			await node.control.addFault({ kind: 'cutAfter', endpoint: 'submit' });
			const said = await told({});
			expect(said).toContain('It is unknown whether the service accepted this submission');
			expect(said).toContain('Look for the run with Get Many before you submit again');
			expect(said).not.toContain('You can retry the request immediately');
		});
	});

	const upload = { resource: 'recording', operation: 'upload', is_inbound: 'inbound' };

	it.each([
		[{ filesFrom: 'input' }, 'Input Data Field Names'],
		[{ ...upload, languageCode: 'en', agent_name: 'Ada' }, 'Input Data Field Name'],
	])('has no files of its own, and says so: %j', async (parameters, label) => {
		const said = await callTool(parameters, {});
		expect(said).toContain(`'${label}' found no file in field 'data'`);
		expect(said).toContain('AI agents cannot pass files to tools');
		expect(await node.requestCounts()).toEqual({});
	});
});
