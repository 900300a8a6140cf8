// Sources: engine/workflowSettings.ts
import type { IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node.ts';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import type { NodeSetup } from '../../harness/n8n/runNode';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { wavOf } from '../../sandbox/samples/audio';
import { upload, withFile } from '../recording/uploads';

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

async function run(parameters: INodeParameters, items: NodeSetup['items'] = [{}, {}]) {
	const { error, items: output } = await node.run({ docScore, parameters, items });
	expect(error).toBeUndefined();
	return output.map(({ json }) => json);
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
