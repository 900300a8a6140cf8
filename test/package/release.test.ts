import { parse } from 'yaml';
import {
	cp,
	execFile,
	existsSync,
	join,
	mkdir,
	mkdtemp,
	process,
	promisify,
	readFile,
	rm,
	symlink,
	tmpdir,
	writeFile,
} from '../node';

const run = promisify(execFile);
const ROOT = process.cwd();
const WORKFLOW = join('.github', 'workflows', 'release.yml');
const VERSION = '7.8.9';
const PRERELEASE = '7.9.0-beta.1';

/** Commands that have already run before the test and take long. */
const DONE = ['npm ci --ignore-scripts', 'npm run build'];

/** The variables that GitHub sets, and an unreachable registry. */
const ENVIRONMENT = {
	...process.env,
	GITHUB_SERVER_URL: 'https://github.com',
	GITHUB_REPOSITORY: 'n8n-nodes-docscore/n8n-nodes-docscore',
	npm_config_registry: 'http://127.0.0.1:9',
	npm_config_fetch_retries: '0',
};

interface Job {
	permissions?: Record<string, string>;
	needs?: string[];
	environment?: string;
	steps: Array<{ run?: string; uses?: string }>;
}

let folder = '';
let jobs: Record<'package' | 'publish', Job> & Record<'ci' | 'e2e', { uses: string }>;

beforeAll(async () => {
	const workflow: { jobs: typeof jobs } = parse(await readFile(WORKFLOW, 'utf8'));
	jobs = workflow.jobs;
	folder = await mkdtemp(join(tmpdir(), 'docscore-release-'));
	const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard']);
	const files = stdout.split('\n').filter((file) => file !== '' && existsSync(file));
	await Promise.all(files.map(async (file) => await cp(file, join(folder, file))));
	await cp('dist', join(folder, 'dist'), { recursive: true });
	await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	await git('init', '--quiet');
	// .gitignore ignores folders with this name, but not a link.
	await mkdir(join(folder, '.git', 'info'), { recursive: true });
	await writeFile(join(folder, '.git', 'info', 'exclude'), 'node_modules\n');
	await commit();
});

afterAll(async () => await rm(folder, { recursive: true, force: true }));

const git = async (...args: string[]) => {
	const who = ['-c', 'user.name=Release', '-c', 'user.email=release@docscore.org'];
	return await run('git', [...who, ...args], { cwd: folder });
};

async function commit(): Promise<void> {
	await git('add', '--all');
	await git('commit', '--quiet', '--message', 'Release');
}

/** Runs the commands of a job that have not run yet, and returns their output. */
async function play(job: Job, version = VERSION): Promise<string> {
	const commands = job.steps.flatMap((step) => step.run ?? []);
	const todo = commands.filter((command) => !DONE.includes(command));
	const said: string[] = [];
	for (const command of todo) {
		const env = { ...ENVIRONMENT, TAG: `v${version}` };
		const { stdout } = await run('bash', ['-ec', command], { cwd: folder, env });
		said.push(stdout);
	}
	return said.join('');
}

async function edit(file: string, pattern: RegExp, text: string): Promise<void> {
	const before = await readFile(join(folder, file), 'utf8');
	await writeFile(join(folder, file), before.replace(pattern, text));
}

it('is rejected by the workflow with a list of what is missing', async () => {
	const rejected = play(jobs.package);
	await expect(rejected).rejects.toMatchObject({
		code: 1,
		stdout: expect.stringMatching(/Missing for a release:\n(- .*\n)*- The tag is v7\.8\.9, but/),
	});
});

/** Prepares a version and pushes its tag, as CONTRIBUTING.md says. */
async function prepare(version: string): Promise<void> {
	await rm(join(folder, 'release'), { recursive: true });
	await run('npm', ['version', version, '--no-git-tag-version'], { cwd: folder });
	await edit('package.json', /"email": ".*"/, '"email": "somebody@docscore.org"');
	const today = new Date().toISOString().slice(0, 10);
	await edit('CHANGELOG.md', /^## /m, `## ${version} (${today})\n\n### Added\n\n- News.\n\n## `);
	const form = join('test', 'package', 'baseline', 'form.json');
	if (version === VERSION) await edit(form, /"version": ".*"/, `"version": "${version}"`);
	await commit();
	await git('tag', `v${version}`);
}

/** Publishes what the other job has packed, in a dry run. Returns what npm says, and the files. */
async function publish(version: string, token = '') {
	const env = {
		...ENVIRONMENT,
		TAG: `v${version}`,
		NPM_TOKEN: token,
		npm_config_userconfig: join(folder, 'release', '.npmrc'),
	};
	const [command = ''] = jobs.publish.steps.flatMap((step) => step.run ?? []);
	const dryRun = `${command.trim()} --dry-run --json`;
	return await run('bash', ['-ec', dryRun], { cwd: join(folder, 'release'), env });
}

it('produces the tarball, the notes and the files for npm in a dry run', async () => {
	await prepare(VERSION);
	expect(await play(jobs.package)).toContain(`n8n-nodes-docscore ${VERSION}: `);
	const notes = await readFile(join(folder, 'release', 'notes.md'), 'utf8');
	expect(notes).toBe('### Added\n\n- News.\n');
	const { stdout, stderr } = await publish(VERSION);
	expect(stderr).toContain('with tag latest and public access');
	const { 'n8n-nodes-docscore': published } = JSON.parse(stdout);
	expect(published).toMatchObject({ version: VERSION, name: 'n8n-nodes-docscore' });
	const paths = Object.values<{ path: string }>(published.files).map(({ path }) => path);
	expect(paths).toContain('dist/nodes/DocScore/DocScore.node.js');
	expect(existsSync(join(folder, 'release', '.npmrc'))).toBe(false);
});

it('publishes a prerelease under next, and a first version with a token', async () => {
	await prepare(PRERELEASE);
	await play(jobs.package, PRERELEASE);
	const { stderr } = await publish(PRERELEASE, 'once');
	expect(stderr).toContain('with tag next and public access');
	const saved = await readFile(join(folder, 'release', '.npmrc'), 'utf8');
	expect(saved.trim()).toBe('//127.0.0.1:9/:_authToken=once');
});

it('is published with provenance, after all tests and an approval, by a job that runs nothing else', () => {
	const { permissions, needs, environment, steps, ...others } = jobs.publish;
	expect(others).not.toHaveProperty('if');
	expect([jobs.ci, jobs.e2e]).toEqual(
		['ci', 'e2e'].map((name) => ({ uses: `./.github/workflows/${name}.yml` })),
	);
	expect(permissions).toEqual({ 'id-token': 'write' });
	expect(needs).toEqual(['package', 'ci', 'e2e']);
	expect(environment).toBe('npm');
	const commands = steps
		.flatMap((step) => step.run ?? [])
		.join('')
		.trim()
		.split('\n');
	const programs = commands.map((command) => command.split(' ')[0]);
	expect(programs).toEqual(['registry=$(npm', 'if', 'case', 'npm']);
	expect(commands.at(-1)).toBe('npm publish ./*.tgz --provenance --access public "$@"');
	const actions = steps.flatMap(({ uses }) => uses?.split('@')[0] ?? []);
	expect(actions).toEqual(['actions/setup-node', 'actions/download-artifact']);
});
