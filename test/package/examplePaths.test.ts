import type { IExecuteFunctions, INodeProperties, INodeType } from 'n8n-workflow';
import { DocScore } from '../../nodes/DocScore/DocScore.node';
import { loadExamples } from '../e2e/harness/examples';
import { nodeTypesOf, startWorkflow } from '../harness/n8n/workflow';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();

const TRIGGER = 'When a run has finished';
const DOWNLOAD = 'Download the files';
const WRITE = 'Put them in the folder';

/** The paths to which the example would write the files of these runs. */
async function writtenPaths(runs: Array<{ id: string; createdTime: string }>): Promise<string[]> {
	const paths: string[] = [];
	const nodeTypes = nodeTypesOf({ docScore: new DocScore() });
	const { description } = nodeTypes.getByNameAndVersion('n8n-nodes-base.other');
	const fileName: INodeProperties = {
		displayName: 'File Path and Name',
		name: 'fileName',
		type: 'string',
		default: '',
	};
	const readWriteFile: INodeType = {
		description: { ...description, properties: [fileName] },
		async execute(this: IExecuteFunctions) {
			const items = this.getInputData();
			for (const at of items.keys()) paths.push(String(this.getNodeParameter('fileName', at)));
			return await Promise.resolve([items]);
		},
	};
	const getByNameAndVersion = (type: string) =>
		type.endsWith('.readWriteFile') ? readWriteFile : nodeTypes.getByNameAndVersion(type);
	const [example] = (await loadExamples()).filter(({ file }) => file === 'file-finished-documents');
	if (!example) throw new Error('The example is gone');
	const to = (name: string) => ({ main: [[{ node: name, type: 'main' as const, index: 0 }]] });
	const { data } = await startWorkflow(
		{
			...example,
			nodes: example.nodes.filter(({ name }) => [TRIGGER, DOWNLOAD, WRITE].includes(name)),
			connections: { [TRIGGER]: to(DOWNLOAD), [DOWNLOAD]: to(WRITE) },
			pinData: { [TRIGGER]: runs.map((run) => ({ json: run })) },
		},
		{ ...nodeTypes, getByName: getByNameAndVersion, getByNameAndVersion },
		node.credential,
	);
	expect(data.resultData.error).toBeUndefined();
	return paths;
}

it('File finished documents gives each file its own path, even if names are equal', async () => {
	const files = ['scan.pdf', 'scan.pdf', 'letter.pdf'];
	const ids = await node.control.seedRuns([{ files, count: 2 }]);
	const runs = ids.map((id) => ({ id, createdTime: '2026-03-02T09:30:00.000Z' }));
	const paths = await writtenPaths(runs);
	expect(paths).toHaveLength(6);
	expect(new Set(paths).size).toBe(6);
	const folder = '/home/node/.n8n-files/2026-03-02';
	expect(paths[0]).toBe(`${folder} ${ids[0]} 1 scan.pdf`);
	expect(paths[5]).toBe(`${folder} ${ids[1]} 6 letter.pdf`);
	// A second execution with a run at the same position overwrites nothing.
	const later = await node.control.seedRuns([{ files: ['scan.pdf'] }]);
	const laterPaths = await writtenPaths(later.map((id) => ({ id, createdTime: '2026-03-02' })));
	expect(paths).not.toContain(laterPaths[0]);
});
