import { execFile, join, mkdtemp, process, promisify, rm } from '../../node';

const run = promisify(execFile);
const MODULES = join(process.cwd(), 'node_modules');
const NAME = 'n8n-nodes-starter';

/** A package that n8n's own tool created, built and packed. */
export interface Starter {
	path: string;
	unpackedSize: number;
	files: unknown[];
}

/** Creates the package, passes it to `use` and removes it. */
export async function withStarter<Result>(
	use: (starter: Starter) => Promise<Result>,
): Promise<Result> {
	// Inside node_modules, so that the installed compiler and types build it.
	const folder = await mkdtemp(join(MODULES, '.docscore-'));
	const tool = join(MODULES, '.bin', 'n8n-node');
	const cwd = join(folder, NAME);
	try {
		const template = ['--template', 'declarative/github-issues', '--skip-install'];
		await run(tool, ['new', NAME, ...template], { cwd: folder });
		await run(tool, ['build'], { cwd });
		const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts'], { cwd });
		const [packed]: Array<Omit<Starter, 'path'> & { filename: string }> = JSON.parse(stdout);
		if (!packed) throw new Error('Nothing was packed');
		return await use({ ...packed, path: join(cwd, packed.filename) });
	} finally {
		await rm(folder, { recursive: true });
	}
}
