import { ActiveWorkflowTriggers, type PollContext, PollTriggerExecutor } from 'n8n-core';
import { container } from './container';

/** With `isActivation`, errors are thrown; else they are told to the context. */
export type Poll = (isActivation?: boolean) => Promise<void>;

// How n8n polls today. In tests on older releases, test/compat/n8nPolling.ts takes its place.

/** What n8n calls at the activation, and whenever its timer says so. */
export function pollFunction(context: PollContext, isCurrent: () => boolean): Poll {
	const { workflow, node } = context;
	return container.get(PollTriggerExecutor).create(workflow, node, context, isCurrent);
}

/** Activates the workflow, and takes it back at once. */
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
	throw new Error('There is no trigger that does not poll');
}
