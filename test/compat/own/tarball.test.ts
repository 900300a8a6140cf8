import { type INodeType, type INodeTypes, NodeConnectionTypes } from 'n8n-workflow';
import { packInto, unpackInto } from '../../harness/package/pack';
import { loadPackage } from '../../harness/package/builtPackage';
import { PollingWorkflow } from '../../harness/n8n/pollingWorkflow';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { nodeTypesOf, startWorkflow } from '../../harness/n8n/workflow';
import { join, mkdtemp, rm } from '../../node';
import { engineInUse } from '../engines';

const service = new SandboxedNode();
let folder = '';
let loaded: Record<string, INodeType> = {};
let nodeTypes: INodeTypes;

beforeAll(async () => {
	// Beside n8n-workflow, so that the nodes find it as they do in n8n.
	folder = await mkdtemp(join(engineInUse().folder, 'node_modules', '.docscore-'));
	const { path } = await packInto(folder);
	const unpacked = join(folder, 'n8n-nodes-docscore');
	await unpackInto(unpacked, path);
	loaded = await loadPackage(unpacked);
	nodeTypes = nodeTypesOf(loaded);
});

afterAll(async () => await rm(folder, { recursive: true }));

describe('the packed tarball, loaded by n8n', () => {
	it('has both nodes, with their icons and their codex', () => {
		expect(Object.keys(loaded).sort()).toEqual(['docScore', 'docScoreTrigger']);
		for (const { description } of Object.values(loaded)) {
			expect(description.iconUrl).toEqual({
				light: 'icons/n8n-nodes-docscore/dist/icons/docscore.svg',
				dark: 'icons/n8n-nodes-docscore/dist/icons/docscore.dark.svg',
			});
			expect(description.codex?.categories).not.toHaveLength(0);
		}
		expect(loaded.docScore?.description.usableAsTool).toBe(true);
	});

	it('submits a run for each item', async () => {
		const common = { typeVersion: 1, position: [0, 0] satisfies [number, number], parameters: {} };
		const { data } = await startWorkflow(
			{
				name: 'Packed',
				nodes: [
					{ ...common, id: '1', name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
					{
						...common,
						id: '2',
						name: 'Submit',
						type: 'n8n-nodes-docscore.docScore',
						parameters: service.submission(),
						credentials: { docScoreApi: { id: '1', name: 'DocScore' } },
					},
				],
				connections: {
					Start: { main: [[{ node: 'Submit', type: NodeConnectionTypes.Main, index: 0 }]] },
				},
				pinData: { Start: [{ json: {} }, { json: {} }] },
			},
			nodeTypes,
			service.credential,
		);
		const ids = (await service.control.runs()).map(({ id }) => id);
		const [items = []] = data.resultData.runData.Submit?.[0]?.data?.main ?? [];
		expect(items?.map(({ json }) => json.id).sort()).toEqual([...ids].sort());
		expect(ids).toHaveLength(2);
	});

	it('emits each finished run once, also after a restart', async () => {
		const [open = ''] = await service.control.seedRuns([{ status: 'processing' }]);
		const workflow = new PollingWorkflow({ credential: service.credential, nodeTypes });
		await workflow.activateInN8n();
		await workflow.activate();
		await service.control.seedRuns([{ filename: 'Second' }]);
		await workflow.poll();
		await service.control.setRun(open, { status: 'completed' });
		await workflow.restart();
		await workflow.poll();
		expect(workflow.items.map(({ name }) => name)).toEqual(['Second', 'Run 1']);
		expect(workflow.errors).toEqual([]);
	});
});
