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

/** How n8n keeps the data of a poll node, see test/unit/trigger/host.ts. */
export type Persistence = 'legacy' | 'scheduler' | 'durable';

export interface PollingSetup {
	credential: CredentialData;
	parameters?: INodeParameters;
	/** Default legacy. */
	persistence?: Persistence;
	/** What a poll may take, in ms. Default: as n8n has it. */
	budgetMs?: number;
	/** Of n8n. Default: as n8n has it. */
	timezone?: string;
	/** Where the trigger is found. Default: as it is in the sources. */
	nodeTypes?: INodeTypes;
}

const trigger = new DocScoreTrigger();
// n8n's loader puts this parameter before those of every node that polls.
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

/** A workflow that starts with the trigger, polled by n8n's own executor. */
export class PollingWorkflow {
	/** What the polls emitted, each a list of items for each output. */
	readonly outputs: IDataObject[][][] = [];

	readonly errors: Error[] = [];

	readonly warnings: string[] = [];

	private readonly node: INode;

	private id = nextId();

	/** Static data in n8n's database. */
	private saved: IDataObject = {};

	/** The cursor that n8n keeps for the node's id; undefined until it was committed. */
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

	/** What the polls emitted, each a list of items. */
	get emissions(): IDataObject[][] {
		return this.outputs.map((outputs) => outputs.flat());
	}

	get items(): IDataObject[] {
		return this.emissions.flat();
	}

	/** Of the emitted runs. */
	get names(): unknown[] {
		return this.items.map(({ name }) => name);
	}

	/** The state as it would be found in the database. */
	get savedState(): string {
		const data = this.cursor ?? this.saved[`node:${this.node.name}`];
		return String(Object.values(Object(data))[0] ?? '');
	}

	set savedState(state: string) {
		this.saved = { [`node:${this.node.name}`]: { runs: state } };
	}

	/** Polls at once, as n8n does; what that poll throws fails the activation. */
	async activate(): Promise<void> {
		const workflow = this.loadWorkflow();
		const poll = this.pollOf(workflow);
		this.active = { workflow, poll };
		await poll(true);
		if (this.setup.persistence !== 'scheduler') this.save(workflow);
	}

	/** The poll that n8n's timer starts. */
	async poll(): Promise<void> {
		if (!this.active) throw new Error('The workflow is not active');
		const isLegacy = (this.setup.persistence ?? 'legacy') === 'legacy';
		await (isLegacy ? this.active.poll : this.pollOf(this.loadWorkflow()))();
	}

	/** Saves the workflow with changes to its node, which ends the version before. */
	async saveAgain(change: Partial<INode> = {}): Promise<void> {
		this.supersede();
		const parameters = { ...this.node.parameters, ...change.parameters };
		Object.assign(this.node, change, { parameters });
		await this.activate();
	}

	/** What polls of the present version still give is discarded. */
	supersede(): void {
		this.version++;
	}

	/** What only the process remembers goes by the id of the workflow, so a new id is a new process. */
	async restart(): Promise<void> {
		this.id = nextId();
		await this.activate();
	}

	/** "Fetch Test Event" in the editor. */
	async test(): Promise<void> {
		const workflow = this.active?.workflow ?? this.loadWorkflow();
		const { type, typeVersion } = this.node;
		const { poll } = workflow.nodeTypes.getByNameAndVersion(type, typeVersion);
		const items = await poll?.call(this.contextOf(workflow, 'manual'));
		if (items) this.outputs.push(items.map(jsonOf));
	}

	/** Activates it as n8n does, with all that n8n says when that fails. */
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

	private pollOf(workflow: Workflow): Poll {
		const { version } = this;
		const isCurrent = () => this.version === version;
		return pollFunction(this.contextOf(workflow, 'trigger'), isCurrent);
	}

	private contextOf(workflow: Workflow, mode: 'trigger' | 'manual'): PollContext {
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
			this.setup.budgetMs === undefined ? undefined : () => this.setup.budgetMs ?? 0,
		);
		jest.spyOn(context.logger, 'warn').mockImplementation((text) => void this.warnings.push(text));
		return context;
	}

	/** As n8n does, only what it noticed to have changed. */
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
