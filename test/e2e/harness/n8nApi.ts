import type { IDataObject, INodeTypeDescription } from 'n8n-workflow';
import type { WorkflowFile } from '../../harness/n8n/workflow';
import { pause } from '../../node';
import { type Execution, readExecution } from './execution';

export interface Credential {
	name: string;
	type: string;
	data: IDataObject;
}

export interface SavedWorkflow extends WorkflowFile {
	id: string;
	versionId: string;
}

export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

/** The owner account of every n8n in these tests. */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Olivia',
	lastName: 'Owner',
	password: 'Paperwork-118',
};

const EXECUTION_ENDS_WITHIN_MS = 120_000;
const NODE_TYPES_WITHIN_MS = 60_000;
const UNFINISHED = ['new', 'running', 'waiting', 'unknown'];

/** n8n 1.x can report success a moment before it has saved the output of the nodes. */
export const hasEnded = ({ status, outputs }: Execution): boolean =>
	!UNFINISHED.includes(status) && (status !== 'success' || Object.keys(outputs).length > 0);

/** The part of n8n's internal API that its editor uses for the same tasks. */
export class N8nApi {
	/** The session cookie of the owner, as a browser sends it. */
	cookie = '';

	constructor(private readonly url: string) {}

	/** While n8n starts, it answers with text instead of JSON. */
	async isReady(): Promise<boolean> {
		const response = await fetch(`${this.url}/rest/settings`);
		return response.ok && (response.headers.get('content-type') ?? '').includes('json');
	}

	async signIn(): Promise<void> {
		const { email, password } = OWNER;
		await this.signInBy('/rest/login', { emailOrLdapLoginId: email, password });
	}

	async setUpOwner(): Promise<void> {
		await this.signInBy('/rest/owner/setup', OWNER);
		// The tour for new users would cover elements that the browser tests look for.
		await this.patch('/rest/me/settings', { easyAIWorkflowOnboarded: true });
	}

	/**
	 * The descriptions of all nodes in this n8n. n8n is still writing this list when it starts to answer
	 * requests, so the editor, too, requests it several times.
	 */
	async nodeTypes(): Promise<INodeTypeDescription[]> {
		const deadline = Date.now() + NODE_TYPES_WITHIN_MS;
		for (;;) {
			const response = await this.request('GET', '/types/nodes.json');
			const text = await response.text();
			if (response.ok && text.trimEnd().endsWith(']')) return JSON.parse(text);
			if (Date.now() > deadline) throw new Error(`There is no list of nodes: ${response.status}`);
			await pause(500);
		}
	}

	async get<Data>(path: string): Promise<Data> {
		return await this.call<Data>('GET', path);
	}

	async post<Data>(path: string, body: object): Promise<Data> {
		return await this.call<Data>('POST', path, body);
	}

	async patch<Data>(path: string, body: object): Promise<Data> {
		return await this.call<Data>('PATCH', path, body);
	}

	async delete(path: string): Promise<void> {
		await this.call('DELETE', path);
	}

	/** Returns the ID. */
	async createCredential(credential: Credential): Promise<string> {
		const { id } = await this.post<{ id: string }>('/rest/credentials', credential);
		return id;
	}

	/** The test result that the credential dialog shows after saving. */
	async testCredential(id: string, credential: Credential): Promise<CredentialTestResult> {
		return await this.post('/rest/credentials/test', { credentials: { id, ...credential } });
	}

	async importWorkflow(file: WorkflowFile): Promise<SavedWorkflow> {
		return await this.post('/rest/workflows', { active: false, settings: {}, ...file });
	}

	async workflow(id: string): Promise<SavedWorkflow> {
		return await this.get(`/rest/workflows/${id}`);
	}

	async activate({ id, versionId }: SavedWorkflow): Promise<void> {
		await this.post(`/rest/workflows/${id}/activate`, { versionId });
	}

	async deactivate({ id }: SavedWorkflow): Promise<void> {
		await this.post(`/rest/workflows/${id}/deactivate`, {});
	}

	/** Runs the workflow as the editor's button does, and waits for the end. Default start: the first node. */
	async run(workflow: SavedWorkflow, startNode?: string): Promise<Execution> {
		return await this.reached(await this.start(workflow, startNode), hasEnded);
	}

	/** Starts the workflow like `run` and returns the ID of the execution. */
	async start(workflow: SavedWorkflow, startNode = workflow.nodes[0]?.name): Promise<string> {
		const { executionId } = await this.post<{ executionId: string }>(
			`/rest/workflows/${workflow.id}/run`,
			{ workflowData: workflow, triggerToStartFrom: { name: startNode } },
		);
		return executionId;
	}

	/** Waits until the execution meets the condition. */
	async reached(id: string, isSo: (execution: Execution) => boolean): Promise<Execution> {
		const deadline = Date.now() + EXECUTION_ENDS_WITHIN_MS;
		for (;;) {
			const execution = await this.execution(id);
			if (isSo(execution)) return execution;
			if (Date.now() > deadline) throw new Error(`Execution ${id} is still ${execution.status}`);
			await pause(200);
		}
	}

	/** The executions of a workflow, oldest first. */
	async executions(workflowId: string): Promise<Execution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.get<{ results: Array<{ id: string }> }>(
			`/rest/executions?filter=${filter}&limit=100`,
		);
		const ids = results.map(({ id }) => id).sort((a, b) => Number(a) - Number(b));
		return await Promise.all(ids.map(async (id) => await this.execution(id)));
	}

	/**
	 * Waits for an execution that something else started: the one after this many earlier executions of the
	 * workflow.
	 */
	async finishedAfter({ id }: SavedWorkflow, earlier = 0): Promise<Execution> {
		const deadline = Date.now() + EXECUTION_ENDS_WITHIN_MS;
		for (;;) {
			const execution = (await this.executions(id))[earlier];
			if (execution && hasEnded(execution)) return execution;
			if (Date.now() > deadline) throw new Error(`No execution of workflow ${id} has finished`);
			await pause(250);
		}
	}

	async execution(id: string): Promise<Execution> {
		return readExecution(await this.get(`/rest/executions/${id}`));
	}

	private async signInBy(path: string, who: object): Promise<void> {
		const response = await this.request('POST', path, who);
		if (!response.ok) throw await failure('The owner cannot sign in', response);
		[this.cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
	}

	private async call<Data>(method: string, path: string, body?: object): Promise<Data> {
		const response = await this.request(method, path, body);
		if (!response.ok) throw await failure(`${method} ${path}`, response);
		// The lock file pins n8n, so the shape of the response is known.
		const reply: { data: Data } = JSON.parse(await response.text());
		return reply.data;
	}

	private async request(method: string, path: string, body?: object): Promise<Response> {
		return await fetch(this.url + path, {
			method,
			headers: { 'content-type': 'application/json', cookie: this.cookie },
			body: body && JSON.stringify(body),
		});
	}
}

const failure = async (what: string, response: Response): Promise<Error> =>
	new Error(`${what}: ${response.status} ${await response.text()}`);
