import { PollContext } from 'n8n-core';
import { type INode, type INodeTypes, type IWorkflowBase, Workflow } from 'n8n-workflow';
import { createAdditionalData } from '../../test/harness/n8n/additionalData';
import { pollFunction } from '../../test/harness/n8n/n8nPolling';
import { POLL_BUDGET_MS, type Poll, type PollTask } from './worker';

/** A workflow that starts with the trigger, polled by n8n's own code. */
export class Polling {
	private readonly workflow: Workflow;

	private readonly runPoll: (isActivation: boolean) => Promise<void>;

	private emitted: string[] = [];

	private error: Error | undefined;

	constructor({ parameters, credential }: PollTask, nodeTypes: INodeTypes) {
		const node: INode = {
			id: 'trigger',
			name: 'DocScore Trigger',
			type: 'n8n-nodes-docscore.docScoreTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters,
			credentials: { docScoreApi: { id: '1', name: 'DocScore' } },
		};
		const base = baseOf(node);
		this.workflow = new Workflow({ ...base, nodeTypes });
		const context = new PollContext(
			this.workflow,
			node,
			createAdditionalData(base, 'trigger', credential),
			'trigger',
			'activate',
			(items) => {
				this.emitted = items.flat().map(({ json }) => String(json.id));
			},
			(error) => {
				this.error = error;
			},
			undefined,
			undefined,
			undefined,
			() => POLL_BUDGET_MS,
		);
		this.runPoll = pollFunction(context, () => true);
	}

	async poll(isActivation = false): Promise<Poll> {
		this.emitted = [];
		const startedAt = performance.now();
		await this.runPoll(isActivation);
		const ms = performance.now() - startedAt;
		if (this.error) throw this.error;
		return { ms, emitted: this.emitted };
	}
}

let workflows = 0;

/** Each workflow has its own ID, because the trigger's memory in a process belongs to a workflow ID. */
function baseOf(node: INode): IWorkflowBase {
	workflows++;
	const now = new Date();
	return {
		id: `workflow ${workflows}`,
		name: 'Poll',
		active: true,
		isArchived: false,
		createdAt: now,
		updatedAt: now,
		activeVersionId: null,
		nodes: [node],
		connections: {},
	};
}
