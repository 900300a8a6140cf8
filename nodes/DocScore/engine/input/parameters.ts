/** Asks n8n for a parameter; null if it is missing. */
type Ask = (name: string, itemIndex: number, options?: { rawExpressions: boolean }) => unknown;

/** Returns undefined for a parameter that is missing, and null if its expression returns nothing. */
type Read = (name: string, itemIndex: number) => unknown;

/** Reads the node's parameters. A value without an expression is read once for all items. */
export function parametersOf(ask: Ask): Read {
	const written = new Map<string, unknown>();
	const asWritten = (name: string): unknown => {
		if (!written.has(name)) {
			written.set(name, ask(name, 0, { rawExpressions: true }));
		}
		return written.get(name);
	};
	return (name, itemIndex) => {
		const value = asWritten(name);
		if (!holdsExpression(value)) return value ?? undefined;
		return ask(name, itemIndex) ?? null;
	};
}

function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(holdsExpression);
}
