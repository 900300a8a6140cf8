import type { Execution } from './operation';

/** Something that the items of one node execution share, made when the first of them asks for it. */
export function perExecution<T>(make: (execution: Execution) => T): (execution: Execution) => T {
	const made = new WeakMap<Execution, { value: T }>();
	return (execution) => {
		const known = made.get(execution) ?? { value: make(execution) };
		made.set(execution, known);
		return known.value;
	};
}
