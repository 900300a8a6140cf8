import type { INodeParameters } from 'n8n-workflow';
import type { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import type { SeedSpec } from '../sandbox/records';

/** The run whose ID the item has. */
export const RUN_OF_ITEM = { __rl: true, mode: 'id', value: '={{ $json.id }}' };

export const UNKNOWN_ID = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';

/** The parameters of an operation with one run for each item. */
export const ofRun =
	(operation: string) =>
	(more = {}) => ({
		resource: 'run',
		operation,
		runId: RUN_OF_ITEM,
		...more,
	});

export const get = ofRun('get');
export const wait = ofRun('wait');

type Run = Parameters<SandboxedNode['run']>[0];

/** What an operation with one run for each item, by default Get, outputs for runs that the service has. */
export async function getSeeded(
	node: SandboxedNode,
	specs: SeedSpec[],
	parameters: object = {},
	more: Partial<Run> = {},
) {
	const ids = await node.control.seedRuns(specs);
	await node.control.clearRequests();
	const items = ids.map((id) => ({ id }));
	const run = await node.run({ parameters: get(parameters), items, ...more });
	expect(run.error).toBeUndefined();
	return { ...run, ids, jsons: run.items.map(({ json }) => json) };
}

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

/** When the service was asked for details, in ms since the first request. */
export async function detailsAt({ control }: SandboxedNode): Promise<number[]> {
	const requests = await control.requests();
	const start = requests[0]?.clockAt ?? 0;
	const details = requests.filter(({ endpoint }) => endpoint === 'details');
	return details.map(({ clockAt }) => clockAt - start);
}

/** The last lines of an error item about a run. */
export const factsOf = (id: unknown, name?: string): string =>
	[`Run ID: ${String(id)}`, ...(name === undefined ? [] : [`Run name: ${name}`])].join('\n');
