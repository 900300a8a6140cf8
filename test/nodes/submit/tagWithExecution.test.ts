// Sources: engine/executionData.ts
import type { INodeParameters } from 'n8n-workflow';
import { byKey } from '../../harness/deduplication';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
useDrivenTime(node);

const options = { tagWithExecution: true };

const submitted = async (parameters: INodeParameters, items = [{}, {}]) =>
	await node.run({ parameters: node.submission(parameters), items });

const idsOf = (items: Array<{ json: { id?: unknown } }>) => items.map(({ json }) => json.id).sort();

describe('Tag With Execution', () => {
	it.each(['submit', 'submitAndWait'])(
		'lets Get Many find the runs of an execution: %s',
		async (operation) => {
			await node.control.setRunPlan({ fixedResult: { outputSchema: {} } });
			await submitted({ operation });
			const metadata = { entries: [{ name: 'department', value: 'accounting' }] };
			const { items } = await submitted({ operation, options, additionalFields: { metadata } });
			const runs = await node.control.runs();
			const tagged = runs.find(({ id }) => id === items[0]?.json.id)?.metadata ?? {};
			expect(tagged).toEqual({
				department: 'accounting',
				n8n_workflow_id: 'workflow',
				n8n_execution_id: '1',
			});
			const found = await node.run({
				parameters: {
					resource: 'run',
					operation: 'getAll',
					metadata_filters: {
						conditions: [
							{
								metadata_name: 'n8n_execution_id',
								operator: 'equals',
								value: '1',
							},
						],
					},
				},
				items: [{}],
			});
			expect(idsOf(found.items)).toEqual(idsOf(items));
		},
	);

	it('overwrites no metadata', async () => {
		const entries = [{ name: 'n8n_execution_id', value: 'mine' }];
		await node.control.clearRequests();
		const { error } = await submitted({ options, additionalFields: { metadata: { entries } } });
		expect(error?.message).toBe(
			"'Metadata' has a name that an option of the node uses: 'n8n_execution_id'",
		);
		expect(await node.requestCounts()).toEqual({});
	});
});

describe('the data of an execution', () => {
	const dataOf = ({ run }: Awaited<ReturnType<typeof submitted>>) =>
		run.data.resultData.metadata ?? {};

	it('lists the runs that it submitted, and counts them', async () => {
		const done = await submitted({});
		const { docscore_runs: listed = '', docscore_run_count: count } = dataOf(done);
		expect(listed.split(',').sort()).toEqual(idsOf(done.items));
		expect(count).toBe('2');
	});

	it('lists as many IDs as n8n takes, and counts all', async () => {
		const { docscore_runs: listed = '', docscore_run_count: count } = dataOf(
			await submitted(
				{},
				Array.from({ length: 9 }, () => ({})),
			),
		);
		expect(listed.split(',')).toHaveLength(6);
		expect(listed.length).toBeLessThanOrEqual(255);
		expect(count).toBe('9');
	});

	it('counts a run once that several items have', async () => {
		const twice = { ...byKey('=Pair {{ Math.floor($itemIndex / 2) }}'), maxConcurrentRequests: 1 };
		const done = await node.run({
			parameters: node.submission({ options: twice }),
			items: Array.from({ length: 20 }, () => ({})),
		});
		expect(await node.control.runs()).toHaveLength(10);
		expect(dataOf(done).docscore_run_count).toBe('10');
	});

	it('counts a run once that a second try of Retry On Fail finds', async () => {
		const fault = { kind: 'status', status: 400, endpoint: 'submit' } as const;
		await node.control.addFault({ ...fault, after: 8, times: 1 });
		const done = await node.run({
			parameters: node.submission({ options: { maxConcurrentRequests: 1 } }),
			items: Array.from({ length: 9 }, () => ({})),
			maxTries: 2,
		});
		expect(done.error).toBeUndefined();
		expect(dataOf(done).docscore_run_count).toBe('9');
	});
});
