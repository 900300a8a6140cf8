import { type Packed, packInto, unpackInto } from '../harness/package/pack';
import { execFile, join, mkdtemp, process, promisify, readFile, rm } from '../node';

const run = promisify(execFile);
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
		expect(built).toContain('dist/nodes/DocScore/__schema__/v1.0.0/run/get.json');
		for (const path of built) {
			expect(path).toMatch(
				/^dist\/(credentials|nodes)\/.+\.(js|node\.json)$|^dist\/nodes\/.+\/__schema__\/.+\.json$|^dist\/icons\/.+\.svg$/,
			);
		}
	});

	it('has at most 170 kB', async () => {
		expect((await readFile(packed.path)).length).toBeLessThanOrEqual(170_000);
	});

	it("passes n8n's scan of published packages", async () => {
		expect(await scan(unpacked(), "['**/*.js', 'package.json']")).toEqual({ passed: true });
	}, 120_000);

	it("passes n8n's scan of the source", async () => {
		expect(await scan(ROOT, 'SOURCE_FILE_PATTERNS')).toEqual({ passed: true });
	}, 240_000);
});
