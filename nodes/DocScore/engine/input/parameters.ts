import type { INodeParameters } from 'n8n-workflow';

/** Undefined for a parameter that is missing or cleared, null if its expression returns nothing. */
type Read = (name: string, itemIndex: number) => unknown;

/**
 * Reads the node's parameters.
 * @param written the parameters of the node, of which n8n only needs to evaluate expressions
 */
export const parametersOf =
	(written: INodeParameters, evaluate: Read): Read =>
	(name, itemIndex) => {
		const value = written[name];
		return holdsExpression(value) ? (evaluate(name, itemIndex) ?? null) : (value ?? undefined);
	};

function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(holdsExpression);
}
