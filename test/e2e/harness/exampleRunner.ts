import { type IDataObject, type INodeExecutionData, jsonParse } from 'n8n-workflow';
import type { WorkflowFile } from '../../harness/n8n/workflow';
import { loadExamples, prepare } from './examples';
import type { Execution } from './execution';
import { ImapServer } from './mail/imapServer';
import { SmtpServer } from './mail/smtpServer';
import { type ModelServer, startModelServer, type ToolCall } from './modelServer';
import type { SavedWorkflow } from './n8nApi';
import { N8nWithSandbox } from './withN8n';

type Pinned = Record<string, INodeExecutionData[]>;
type Change = (text: string) => string;

interface DataTable {
	id: string;
	name: string;
	projectId: string;
}

/** Changes an example so that none of its mails can be sent: they have no recipient. */
export const unsendable: Change = (text) =>
	text.replaceAll(/"toEmail":"[^"]+"/g, `"toEmail":"={{ '' }}"`);

/** Runs the examples in an n8n that the test file has for itself. The sandbox is reset before each test. */
export class ExampleRunner {
	private readonly e2e: N8nWithSandbox;

	private startedModel: ModelServer | undefined;

	private startedMailbox: ImapServer | undefined;

	private startedOutbox: SmtpServer | undefined;

	private credentials: Record<string, { id: string; name: string }> = {};

	/** @param call the tool call that the simulated model makes */
	constructor(name: string, call: ToolCall = { name: 'None', arguments: {} }) {
		this.e2e = new N8nWithSandbox(name);
		beforeAll(async () => {
			this.startedModel = await startModelServer(call);
			this.startedMailbox = await ImapServer.start();
			this.startedOutbox = await SmtpServer.start();
			await this.addAccount('openAiApi', { apiKey: 'none', url: this.model.url });
			await this.addAccount('imap', this.mailbox.credential);
			await this.addAccount('smtp', this.outbox.credential);
		});
		beforeEach(async () => await this.control.reset());
		afterAll(async () => {
			await this.startedModel?.stop();
			await this.startedMailbox?.stop();
			await this.startedOutbox?.stop();
		});
	}

	get n8n() {
		return this.e2e.n8n;
	}

	get control() {
		return this.e2e.sandbox.control;
	}

	get folder(): string {
		return this.n8n.filesFolder;
	}

	get model(): ModelServer {
		if (!this.startedModel) throw new Error('The model is available only in tests');
		return this.startedModel;
	}

	/** The mailbox that workflows watch. */
	get mailbox(): ImapServer {
		if (!this.startedMailbox) throw new Error('The mailbox is available only in tests');
		return this.startedMailbox;
	}

	/** Receives the mails that workflows send. */
	get outbox(): SmtpServer {
		if (!this.startedOutbox) throw new Error('The outbox is available only in tests');
		return this.startedOutbox;
	}

	/**
	 * Imports an example, adapted to this environment. `pinned` replaces the pinned items of nodes; an
	 * empty list removes them.
	 * @param change edits the text of the example
	 */
	async imported(
		file: string,
		pinned: Pinned = {},
		change: Change = (text) => text,
	): Promise<SavedWorkflow> {
		const example = (await loadExamples()).find((each) => each.file === file);
		if (!example) throw new Error(`There is no example ${file}`);
		const credentials = { ...this.e2e.credentials, ...this.credentials };
		const { sandbox } = this.e2e;
		const prepared = await prepare(example, { credentials, sandbox, folder: this.folder });
		const pins = Object.entries({ ...prepared.pinData, ...pinned });
		const pinData = Object.fromEntries(pins.filter(([, items]) => items.length > 0));
		const changed = jsonParse<WorkflowFile>(change(JSON.stringify({ ...prepared, pinData })));
		return await this.n8n.api.importWorkflow(changed);
	}

	/** Runs a workflow from this node. Default: the first node. */
	async run(workflow: SavedWorkflow, start?: string): Promise<Execution> {
		return await this.n8n.api.run(workflow, start);
	}

	async runFile(file: string): Promise<Execution> {
		return await this.run(await this.imported(file));
	}

	/** The rows of the data table with this name; none if the table does not exist yet. */
	async rowsOf(name: string): Promise<IDataObject[]> {
		const path = await this.tablePath(name);
		if (path === undefined) return [];
		return (await this.n8n.api.get<{ data: IDataObject[] }>(`${path}/rows`)).data;
	}

	/** Adds rows to a data table that a workflow created. */
	async addRows(name: string, rows: IDataObject[]): Promise<void> {
		const path = await this.tablePath(name);
		if (path === undefined) throw new Error(`There is no table ${name}`);
		await this.n8n.api.post(`${path}/insert`, { data: rows, returnType: 'count' });
	}

	private async tablePath(name: string): Promise<string | undefined> {
		const { data } = await this.n8n.api.get<{ data: DataTable[] }>('/rest/data-tables-global');
		const table = data.find((each) => each.name === name);
		return table && `/rest/projects/${table.projectId}/data-tables/${table.id}`;
	}

	private async addAccount(type: string, data: IDataObject): Promise<void> {
		const id = await this.n8n.api.createCredential({ name: type, type, data });
		this.credentials = { ...this.credentials, [type]: { id, name: type } };
	}
}
