import './environment';
import { PollContext } from 'n8n-core';
import {
	cronNodeOptions,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeTypes,
	type IWorkflowBase,
	Workflow,
} from 'n8n-workflow';
import { DocScoreTrigger } from '../../../nodes/DocScore/DocScoreTrigger.node';
import { createAdditionalData } from './additionalData';
import type { CredentialData } from './credentials';
import { activateInN8n, type Poll, pollFunction } from './n8nPolling';
import { nodeTypesOf } from './workflow';

/** How n8n stores the state of a poll node, see test/unit/trigger/host.ts. */
export type Persistence = 'legacy' | 'scheduler' | 'durable';

export interface PollingSetup {
	credential: CredentialData;
	parameters?: INodeParameters;
	/** Default: legacy. */
	persistence?: Persistence;
	/** Time limit of a poll in ms. Default: that of n8n. */
	budgetMs?: number;
	/** Time zone of n8n. Default: that of n8n. */
	timezone?: string;
	/** Node types with the trigger. Default: the trigger from the sources. */
	nodeTypes?: INodeTypes;
}

/** Time limit in ms of a poll by n8n's opt-in scheduler. */
const SCHEDULED_MS = 36_000;

const trigger = new DocScoreTrigger();
// n8n's loader adds this parameter to every polling node.
trigger.description.properties.unshift({
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: { item: [{ mode: 'everyMinute' }] },
	options: cronNodeOptions,
});
const sources = nodeTypesOf({ docScoreTrigger: trigger });
let processes = 0;

/** A workflow that starts with the trigger, polled by n8n's own code. */
export class PollingWorkflow {
	/** The output of each poll: for each output, a list of items. */
	readonly outputs: IDataObject[][][] = [];

	readonly errors: Error[] = [];

	readonly warnings: string[] = [];

	/** Lines at the level of information. */
	readonly notices: string[] = [];

	private readonly node: INode;

	private id = nextId();

	/** The static data in n8n's database. */
	private saved: IDataObject = {};

	/** The cursor that n8n stores for the node ID; undefined before the first commit. */
	private cursor: IDataObject | undefined;

	private version = 0;

	private active: { workflow: Workflow; poll: Poll } | undefined;

	constructor(private readonly setup: PollingSetup) {
		this.node = {
			id: 'trigger',
			name: 'DocScore Trigger',
			type: 'n8n-nodes-docscore.docScoreTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: setup.parameters ?? {},
			credentials: { docScoreApi: { id: '1', name: 'DocScore' } },
		};
	}

	/** The items of each poll, from all outputs. */
	get emissions(): IDataObject[][] {
		return this.outputs.map((outputs) => outputs.flat());
	}

	get items(): IDataObject[] {
		return this.emissions.flat();
	}

	/** The names of the emitted runs. */
	get names(): unknown[] {
		return this.items.map(({ name }) => name);
	}

	/** The state as stored in the database. */
	get savedState(): string {
		const data = this.cursor ?? this.saved[`node:${this.node.name}`];
		return String(Object.values(Object(data))[0] ?? '');
	}

	set savedState(state: string) {
		this.saved = { [`node:${this.node.name}`]: { runs: state } };
	}

	/** Polls at once, as n8n does. If this poll fails, the activation fails. */
	async activate(): Promise<void> {
		const workflow = this.loadWorkflow();
		const poll = this.pollOf(workflow);
		this.active = { workflow, poll };
		await poll(true);
		if (this.setup.persistence !== 'scheduler') this.save(workflow);
	}

	/** Polls as n8n's timer does. */
	async poll(): Promise<void> {
		if (!this.active) throw new Error('The workflow is not active');
		const isLegacy = (this.setup.persistence ?? 'legacy') === 'legacy';
		await (isLegacy ? this.active.poll : this.pollOf(this.loadWorkflow(), SCHEDULED_MS))();
	}

	/** Saves the workflow with a changed node, which ends the previous version. */
	async saveAgain(change: Partial<INode> = {}): Promise<void> {
		this.supersede();
		const parameters = { ...this.node.parameters, ...change.parameters };
		Object.assign(this.node, change, { parameters });
		await this.activate();
	}

	/** Results of polls from the current version are discarded from now on. */
	supersede(): void {
		this.version++;
	}

	/** The memory of the process belongs to a node's ID, so a new ID simulates a new process. */
	async restart(): Promise<void> {
		this.node.id = nextId();
		await this.activate();
	}

	/** The workflow is exported with its static data, and imported under another ID. */
	async copy(): Promise<void> {
		this.id = nextId();
		await this.activate();
	}

	/** Runs "Fetch Test Event" of the editor. */
	async test(): Promise<void> {
		const workflow = this.active?.workflow ?? this.loadWorkflow();
		const { type, typeVersion } = this.node;
		const { poll } = workflow.nodeTypes.getByNameAndVersion(type, typeVersion);
		const items = await poll?.call(this.contextOf(workflow, 'manual'));
		if (items) this.outputs.push(items.map(jsonOf));
	}

	/** Activates the workflow through n8n, including n8n's messages if this fails. */
	async activateInN8n(): Promise<void> {
		await activateInN8n(this.contextOf(this.loadWorkflow(), 'trigger'));
	}

	private loadWorkflow(): Workflow {
		const staticData: IDataObject = JSON.parse(JSON.stringify(this.saved));
		const { nodeTypes = sources } = this.setup;
		return new Workflow({ ...this.base(), nodeTypes, staticData });
	}

	private base(): IWorkflowBase {
		const now = new Date();
		return {
			id: this.id,
			name: 'Test',
			active: true,
			isArchived: false,
			createdAt: now,
			updatedAt: now,
			activeVersionId: null,
			nodes: [{ ...this.node }],
			connections: {},
			...(this.setup.timezone && { settings: { timezone: this.setup.timezone } }),
		};
	}

	private pollOf(workflow: Workflow, limitMs?: number): Poll {
		const { version } = this;
		const isCurrent = () => this.version === version;
		return pollFunction(this.contextOf(workflow, 'trigger', limitMs), isCurrent);
	}

	private contextOf(workflow: Workflow, mode: 'trigger' | 'manual', limitMs?: number): PollContext {
		const budgetMs = this.setup.budgetMs ?? limitMs;
		const [node = this.node] = workflow.getPollNodes();
		const data = () => workflow.getStaticData('node', node);
		const isDurable = this.setup.persistence === 'durable' && mode === 'trigger';
		let snapshot: IDataObject = {};
		const commit = async () => {
			this.cursor = { ...snapshot };
		};
		const context = new PollContext(
			workflow,
			node,
			createAdditionalData(this.base(), mode, this.setup.credential),
			mode,
			'activate',
			(items) => {
				if (isDurable) void commit();
				else if (mode === 'trigger') this.save(workflow);
				this.outputs.push(items.map(jsonOf));
			},
			(error) => void this.errors.push(error),
			isDurable ? commit : undefined,
			async (poll) => {
				snapshot = { ...(this.cursor ?? data()) };
				return await poll();
			},
			() => (isDurable ? snapshot : data()),
			budgetMs === undefined ? undefined : () => budgetMs,
		);
		const { logger } = context;
		jest.spyOn(logger, 'warn').mockImplementation((text) => void this.warnings.push(text));
		jest.spyOn(logger, 'info').mockImplementation((text) => void this.notices.push(text));
		return context;
	}

	/** Saves only changes that n8n noticed, as n8n does. */
	private save({ staticData }: Workflow): void {
		if (staticData.__dataChanged !== true) return;
		this.saved = JSON.parse(JSON.stringify(staticData));
		staticData.__dataChanged = false;
	}
}

function nextId(): string {
	processes++;
	return `workflow ${processes}`;
}

const jsonOf = (items: INodeExecutionData[]): IDataObject[] => items.map((item) => item.json);
