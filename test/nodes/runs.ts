import type { INodeParameters } from 'n8n-workflow';

/** Runs to seed in tests of their output. */
export const extracted = (values: Record<string, string | null>) => ({
	status: 'completed' as const,
	filename: 'Invoice',
	createdTime: '2026-03-01T10:00:00.000Z',
	outputSchema: Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, { value, reasoning: `saw ${name}` }]),
	),
});

/** A row of Field Rules. */
export const rule = (field: string, more: INodeParameters = {}): INodeParameters => ({
	field,
	...more,
});

export const rules = (...rows: INodeParameters[]) => ({ fieldRules: { rules: rows } });

/** The last lines of an error item about a run. */
export const factsOf = (id: unknown, name?: string): string =>
	[`Run ID: ${String(id)}`, ...(name === undefined ? [] : [`Run name: ${name}`])].join('\n');
