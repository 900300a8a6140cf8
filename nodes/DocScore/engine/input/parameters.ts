import type { IExecuteFunctions } from 'n8n-workflow';

type Read = (name: string, itemIndex: number) => unknown;

/** Reads the node's parameters. A value without an expression is read once for all items. */
export function parametersOf(context: IExecuteFunctions): Read {
	const written = new Map<string, unknown>();
	const asWritten = (name: string): unknown => {
		if (!written.has(name)) {
			written.set(name, context.getNodeParameter(name, 0, null, { rawExpressions: true }));
		}
		return written.get(name);
	};
	return (name, itemIndex) => {
		const value = asWritten(name);
		return holdsExpression(value) ? context.getNodeParameter(name, itemIndex, null) : value;
	};
}

function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(holdsExpression);
}
