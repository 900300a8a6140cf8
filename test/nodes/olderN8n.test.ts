import type { IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';
import { DocScore } from '../../nodes/DocScore/DocScore.node.ts';
import { useDrivenTime } from '../harness/jest/drivenTime';
import { nodeOf } from '../harness/n8n/nodeOf';
import { nodeTypesOf, startWorkflow } from '../harness/n8n/workflow';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { wavOf } from '../sandbox/samples/audio';
import { upload, withFile } from './uploads';

const node = new SandboxedNode();
useDrivenTime(node);

const { description, execute } = new DocScore();

/** The node in n8n 2.0 to 2.4, which have no method for the workflow's settings. */
const docScore: INodeType = {
	description,
	async execute(this: IExecuteFunctions) {
		const older = Object.create(this, { getWorkflowSettings: { value: undefined } });
		return (await execute?.call(older)) ?? [];
	},
};

async function run(parameters: INodeParameters, items = [{ json: {} }, { json: {} }]) {
	const credentials = { docScoreApi: { id: '1', name: 'DocScore' } };
	const { data } = await startWorkflow(
		{
			name: 'Test',
			nodes: [
				nodeOf('Start', 'n8n-nodes-base.manualTrigger'),
				nodeOf('DocScore', 'n8n-nodes-docscore.docScore', { parameters, credentials }),
			],
			connections: { Start: { main: [[{ node: 'DocScore', type: 'main', index: 0 }]] } },
			pinData: { Start: items },
		},
		nodeTypesOf({ docScore }),
		node.credential,
	);
	const { error, runData } = data.resultData;
	expect(error).toBeUndefined();
	return runData.DocScore?.[0]?.data?.main?.[0]?.map(({ json }) => json);
}

describe('an n8n that does not return the settings of the workflow', () => {
	it('uploads recordings', async () => {
		const calls = ['a.wav', 'b.wav'].map((name) => withFile(wavOf(8_000), name));
		expect(await run(upload(), calls)).toMatchObject([
			{ fileName: 'a.wav' },
			{ fileName: 'b.wav' },
		]);
	});

	it('submits documents and waits for them', async () => {
		await node.control.setRunPlan({ fixedResult: { outputSchema: {} } });
		const runs = await run(node.submission({ operation: 'submitAndWait' }));
		expect(runs).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
	});
});
