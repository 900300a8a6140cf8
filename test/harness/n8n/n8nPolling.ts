import { ActiveWorkflowTriggers, type PollContext, PollTriggerExecutor } from 'n8n-core';
import { container } from './container';

/** With `isActivation`, it throws errors; otherwise it passes them to the context. */
export type Poll = (isActivation?: boolean) => Promise<void>;

// Polls like current n8n. In tests on older releases, test/compat/n8nPolling.ts replaces this file.

/** The function that n8n calls at activation and by its timer. */
export function pollFunction(context: PollContext, isCurrent: () => boolean): Poll {
	const { workflow, node } = context;
	return container.get(PollTriggerExecutor).create(workflow, node, context, isCurrent);
}

/** Activates the workflow and immediately deactivates it. */
export async function activateInN8n(context: PollContext): Promise<void> {
	const triggers = container.get(ActiveWorkflowTriggers);
	const { workflow, additionalData } = context;
	await triggers.addAllTriggers(
		workflow.id,
		workflow,
		additionalData,
		'trigger',
		'activate',
		noTriggers,
		() => context,
	);
	await triggers.remove(workflow.id);
}

function noTriggers(): never {
	throw new Error('Only polling triggers are supported');
}
