import { type INodeParameters, type INodeType, Workflow } from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node';
import { DocScoreTrigger } from '../../../nodes/DocScore/DocScoreTrigger.node';
import { resources } from '../../../nodes/DocScore/resources';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { nodeTypesOf } from '../../harness/n8n/workflow';

const nodes = { docScore: new DocScore(), docScoreTrigger: new DocScoreTrigger() };

/** The text below the node's name in the editor. It depends only on the parameters. */
function subtitleOf(name: keyof typeof nodes, parameters: INodeParameters): unknown {
	const { description }: INodeType = nodes[name];
	const node = nodeOf('DocScore', `n8n-nodes-docscore.${name}`, { parameters });
	const nodeTypes = nodeTypesOf(nodes);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(
		node,
		description.subtitle,
		'internal',
		{},
		undefined,
		'?',
	);
}

describe('the subtitle of the node', () => {
	it('is the operation and its resource', () => {
		const shown = resources.flatMap(({ value: resource, operations }) =>
			operations.map(({ value: operation }) => subtitleOf('docScore', { resource, operation })),
		);
		expect(shown).toEqual([
			'Download Files: Run',
			'Get: Run',
			'Get Many: Run',
			'Submit: Run',
			'Submit and Wait: Run',
			'Wait: Run',
			'Upload: Recording',
			'Get: Template',
		]);
	});
});

test.each([
	[['completed', 'failed'], 'On run completed or failed'],
	[['failed'], 'On run failed'],
	['completed', 'On run completed'],
	['={{ ["completed"] }}', 'On run completed'],
	['={{ $vars.events }}', 'On run finished'],
	[[], 'On run finished'],
])('the subtitle of the trigger on %j is "%s"', (events, shown) => {
	expect(subtitleOf('docScoreTrigger', { events })).toBe(shown);
});
