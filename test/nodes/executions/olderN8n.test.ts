// Sources: engine/workflowSettings.ts
import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node.ts';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

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

it('an n8n that does not return the settings of the workflow submits documents and waits for them', async () => {
	await node.control.setRunPlan({ fixedResult: { outputSchema: {} } });
	const parameters = node.submission({ operation: 'submitAndWait' });
	const { items } = await node.run({ docScore, parameters, items: [{}, {}] });
	expect(items).toMatchObject(Array(2).fill({ json: { status: 'completed' } }));
});
