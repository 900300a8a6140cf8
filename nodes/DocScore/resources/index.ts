import type { Operation, Resource } from '../engine/operation';
import { run } from './run';

/** The only registry: selectors, displayOptions and dispatch all follow from it. */
export const resources: Resource[] = [run];

export function findOperation(resource: string, operation: string): Operation | undefined {
	const found = resources.find((each) => each.value === resource);
	return found?.operations.find((each) => each.value === operation);
}
