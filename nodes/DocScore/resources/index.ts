import type { Operation, Resources } from '../engine/operation';
import { recording } from './recording';
import { run } from './run';
import { template } from './template';

/** The only registry of operations: selectors, display conditions and dispatch follow from it. */
export const resources: Resources = [run, recording, template];

export function findOperation(resource: string, operation: string): Operation | undefined {
	const found = resources.find((each) => each.value === resource);
	return found?.operations.find((each) => each.value === operation);
}
