import { loadOutputSchema } from 'n8n-core';
import { type Packed, packInto, unpackInto } from '../harness/package/pack';
import { loadPackage } from '../harness/package/builtPackage';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { resources } from '../../nodes/DocScore/resources';
import { nodeTypesOf, startWorkflow } from '../harness/n8n/workflow';
import { execFile, join, mkdtemp, process, promisify, readFile, rm } from '../node';

const run = promisify(execFile);
const node = new SandboxedNode();
const ROOT = process.cwd();

/** Files of the package besides the build. */
const OTHER_FILES = ['LICENSE.md', 'README.md', 'index.js', 'package.json'];

let folder = '';
let packed: Packed;

beforeAll(async () => {
	// Inside node_modules, so that the nodes find n8n-workflow as they do in n8n.
	folder = await mkdtemp(join(ROOT, 'node_modules', '.docscore-'));
	packed = await packInto(folder);
	await unpackInto(unpacked(), packed.path);
});

afterAll(async () => await rm(folder, { recursive: true }));

const unpacked = () => join(folder, 'package');

/** Runs n8n's own scan on one of the two directories that it checks. */
async function scan(tree: string, patterns: string): Promise<unknown> {
	const code = `import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
process.stdout.write(JSON.stringify(await analyzePackage(${JSON.stringify(tree)}, ${patterns})));
process.exit(0);`;
	// If the rules believe that they are being tested, they treat every file as a node.
	const env = { ...process.env, NODE_ENV: 'production' };
	const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], { env });
	return JSON.parse(stdout);
}

describe('the packed tarball', () => {
	it('contains only the built files and the required documents', () => {
		const paths = packed.files.map(({ path }) => path);
		expect(paths.filter((path) => !path.startsWith('dist/')).sort()).toEqual(OTHER_FILES);
		const built = paths.filter((path) => path.startsWith('dist/'));
		expect(built).toContain('dist/nodes/DocScore/DocScore.node.js');
		for (const path of built) {
			expect(path).toMatch(
				/^dist\/(credentials|nodes)\/.+\.(js|node\.json)$|^dist\/nodes\/.+\/__schema__\/.+\.json$|^dist\/icons\/.+\.svg$/,
			);
		}
	});

	it("contains a preview of every operation and of the trigger in n8n's folder for previews", () => {
		const nodeDir = join(unpacked(), 'dist', 'nodes', 'DocScore');
		const chosen = resources.flatMap(({ value: resource, operations }) =>
			operations.map(({ value: operation }) => ({ resource, operation })),
		);
		for (const each of [...chosen, {}]) {
			const preview = loadOutputSchema({ nodeDir, version: 1, ...each });
			// The editor ignores a preview without properties.
			const properties = Object.keys(Object(preview?.properties));
			expect([each, properties]).toEqual([each, expect.arrayContaining([expect.any(String)])]);
		}
	});

	it('has at most 160 kB', async () => {
		expect((await readFile(packed.path)).length).toBeLessThanOrEqual(160_000);
	});

	it("passes n8n's scan of published packages", async () => {
		expect(await scan(unpacked(), "['**/*.js', 'package.json']")).toEqual({ passed: true });
	}, 120_000);

	it("passes n8n's scan of the source", async () => {
		expect(await scan(ROOT, 'SOURCE_FILE_PATTERNS')).toEqual({ passed: true });
	}, 240_000);

	it('is loaded and executed by n8n', async () => {
		const nodes = nodeTypesOf(await loadPackage(unpacked()));
		await node.control.setRunPlan({ fixedResult: { outputSchema: {} } });
		const trigger = { id: '1', name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
		const submit = { id: '2', name: 'Submit', type: 'n8n-nodes-docscore.docScore' };
		const common = { typeVersion: 1, position: [0, 0] satisfies [number, number], parameters: {} };
		const result = await startWorkflow(
			{
				name: 'Packed',
				nodes: [
					{ ...common, ...trigger },
					{
						...common,
						...submit,
						parameters: node.submission(),
						credentials: { docScoreApi: { id: '1', name: 'DocScore' } },
					},
				],
				connections: { Start: { main: [[{ node: 'Submit', type: 'main', index: 0 }]] } },
				pinData: { Start: [{ json: {} }, { json: {} }] },
			},
			nodes,
			node.credential,
		);
		expect(result.data.resultData.runData.Submit?.[0]?.data?.main?.[0]).toHaveLength(2);
		expect(await node.control.runs()).toHaveLength(2);
	});
});
