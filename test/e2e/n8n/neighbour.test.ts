import { unpackInto } from '../../harness/package/pack';
import { withStarter } from '../../harness/package/starter';
import { dirname, join } from '../../node';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('neighbour');

it('n8n offers the nodes, also as a tool, together with another community package', async () => {
	const { n8n } = e2e;
	const neighbours = dirname(n8n.folder.package);
	await withStarter(async ({ path }) => {
		await unpackInto(join(neighbours, 'n8n-nodes-starter'), path);
	});
	await n8n.kill();
	await n8n.startAgain();
	const names = (await n8n.api.nodeTypes()).map(({ name }) => name);
	expect(names).toEqual(
		expect.arrayContaining([
			'n8n-nodes-docscore.docScore',
			'n8n-nodes-docscore.docScoreTool',
			'n8n-nodes-docscore.docScoreTrigger',
			expect.stringMatching(/^n8n-nodes-starter\./),
		]),
	);
});
