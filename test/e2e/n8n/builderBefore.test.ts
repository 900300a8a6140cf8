import { Builder } from '../harness/builder';
import { unpackChanged } from '../harness/userFolder';
import { N8nWithSandbox } from '../harness/withN8n';

/**
 * The catalogue without the builder hints. The difference from builder.test.ts shows what the hints
 * improve.
 */

const e2e = new N8nWithSandbox('builder-before', {
	install: unpackChanged('dist/nodes/DocScore/DocScore.node.js', (code) =>
		code.replace(/^\s*builderHint: .*,\n/m, ''),
	),
});

const ACTION = 'n8n-nodes-docscore.docScore';

it('without its hints, the node is found too, but nobody is told how to connect it', async () => {
	const builder = await Builder.of(e2e.n8n);
	const shown = (await builder.found('invoice extraction')).get(ACTION);
	expect(shown).toContain('Description: Extract data from images and PDFs');
	expect(shown).not.toMatch(/@builderHint|@relatedNodes/);
	const told = await builder.definition(ACTION);
	expect(told).toContain("operation: 'submitAndWait';");
	expect(told).not.toMatch(/<pattern|output 1 is Review|splitOut/);
});
