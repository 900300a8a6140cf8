import * as n8nCore from 'n8n-core';
import type { INode, IWorkflowExecuteAdditionalData, Workflow } from 'n8n-workflow';
import { container } from '../harness/n8n/container';
import type * as newer from '../harness/n8n/n8nPolling';

// Polls like n8n up to 2.20. Replaces test/harness/n8n/n8nPolling.ts.

type PollContext = n8nCore.PollContext;

/** The part of n8n's service for triggers of active workflows that is used here. */
interface ActiveWorkflows {
	readonly scheduledTaskManager: {
		registerCron(cron: object, onTick: newer.Poll): void;
	};
	/** Creates the function that the timer calls. Releases before 2.14 have no such method. */
	createPollExecuteFn?(workflow: Workflow, node: INode, context: PollContext): newer.Poll;
	isActive(workflowId: string): boolean;
	add(
		workflowId: string,
		workflow: Workflow,
		additionalData: IWorkflowExecuteAdditionalData,
		mode: 'trigger',
		activation: 'activate',
		getTriggerFunctions: () => never,
		getPollFunctions: () => PollContext,
	): Promise<void>;
	remove(workflowId: string): Promise<boolean>;
	removeAllTriggerAndPollerBasedWorkflows(): Promise<void>;
}

const activeWorkflows = container.get(activeWorkflowsOf(n8nCore));

afterEach(async () => await activeWorkflows.removeAllTriggerAndPollerBasedWorkflows());

export const pollFunction: typeof newer.pollFunction = (context) => {
	let onTick: newer.Poll | undefined;
	return async (isActivation = false) => {
		if (isActivation) onTick = await activate(context);
		else if (onTick) await onTick();
		else throw new Error('This n8n polls only what it has activated');
	};
};

export const activateInN8n: typeof newer.activateInN8n = async (context) => {
	await activate(context);
	await activeWorkflows.remove(context.workflow.id);
};

/** @returns the function that the timer calls, so that callers can wait for its end */
async function activate(context: PollContext): Promise<newer.Poll> {
	const { workflow, additionalData } = context;
	const { id } = workflow;
	if (activeWorkflows.isActive(id)) await activeWorkflows.remove(id);
	const registering = jest.spyOn(activeWorkflows.scheduledTaskManager, 'registerCron');
	const getPollFunctions = () => context;
	await activeWorkflows.add(
		id,
		workflow,
		additionalData,
		'trigger',
		'activate',
		noTriggers,
		getPollFunctions,
	);
	if (activeWorkflows.createPollExecuteFn) {
		return activeWorkflows.createPollExecuteFn(workflow, context.node, context);
	}
	const [, onTick] = registering.mock.lastCall ?? [];
	if (!onTick) throw new Error('n8n set no timer');
	return onTick;
}

function noTriggers(): never {
	throw new Error('Only polling triggers are supported');
}

type Service<T> = new (...args: never[]) => T;

function activeWorkflowsOf(core: object): Service<ActiveWorkflows> {
	if (hasActiveWorkflows(core)) return core.ActiveWorkflows;
	throw new Error('This is not the engine of an older n8n');
}

function hasActiveWorkflows(core: object): core is { ActiveWorkflows: Service<ActiveWorkflows> } {
	return 'ActiveWorkflows' in core;
}
