import { nodeOf } from '../../harness/n8n/nodeOf';
import { chain } from '../harness/chain';
import { unpackChanged } from '../harness/userFolder';
import { inEachTheme } from '../harness/inEachTheme';
import { N8nWithSandbox } from '../harness/withN8n';

/** How n8n handles fields that a node declares as sensitive, see docs/privacy.md. */

const SENSITIVE = ['files[*].url', 'supportingDocs[*].filenameUrl'];

const e2e = new N8nWithSandbox('redaction-in-editor', {
	install: unpackChanged('dist/nodes/DocScore/DocScore.node.js', (code) =>
		code.replace(
			'builderHint:',
			`sensitiveOutputFields: ${JSON.stringify(SENSITIVE)},\nbuilderHint:`,
		),
	),
});

inEachTheme(e2e, 'the output in the editor, in its %s theme', ({ browser, takePicture }) => {
	// If this fails, n8n now hides the links. Then decide again whether the nodes should declare them as
	// sensitive.
	it.each([
		['simplified', 'url'],
		['raw', 'filenameUrl'],
	])('shows the links of %s although they are declared as sensitive', async (output, name) => {
		const { editor } = browser();
		const types = await e2e.n8n.api.nodeTypes();
		expect(types.find((type) => type.name === 'n8n-nodes-docscore.docScore')).toHaveProperty(
			'sensitiveOutputFields',
			SENSITIVE,
		);
		const [value = ''] = await e2e.sandbox.control.seedRuns([{ files: ['march.pdf'] }]);
		const parameters = { operation: 'get', runId: { __rl: true, mode: 'id', value }, output };
		const get = nodeOf('Get', 'n8n-nodes-docscore.docScore', {
			parameters,
			credentials: e2e.credentials,
			position: [240, 0],
		});
		const start = nodeOf('Start', 'n8n-nodes-base.manualTrigger');
		const { id } = await e2e.n8n.api.importWorkflow(chain('Links', start, get));
		await editor.openWorkflow(id);
		await editor.runWorkflow();
		await editor.openNode('Get');
		const shown = (await editor.outputTable()).flat().join('\n');
		expect(shown).toMatch(new RegExp(`${name}\\W+http://\\S+signature=`));
		if (output === 'simplified') await takePicture('declared-sensitive', 'output');
	});
});
