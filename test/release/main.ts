import { print, runCommand } from '../harness/command';
import { execFile, parseArgs, process, promisify, readFile, writeFile } from '../node';
import { isPrerelease, newestSection } from './changelog';
import { type Manifest, missingFor } from './missing';

/**
 * Prints what npm would publish and what is missing for a release. Exits with 1 if anything is missing.
 * `--tag v1.2.3` is the tag of the release; `--notes FILE` writes the section of the changelog to a file.
 */

const run = promisify(execFile);

const FORM = 'test/package/baseline/form.json';

const linesOf = async (command: string, ...args: string[]): Promise<string[]> =>
	(await run(command, args)).stdout.split('\n').filter((line) => line !== '');

interface Packed {
	size: number;
	files: Array<{ path: string }>;
}

/** What npm would put into the tarball. */
async function pack(): Promise<Packed> {
	const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts']);
	const [packed]: Packed[] = JSON.parse(stdout);
	if (packed === undefined) throw new Error('npm would pack nothing');
	return packed;
}

/** In a GitHub workflow, its repository. Otherwise unknown, because a clone can belong to any fork. */
function repositoryHere(): string | undefined {
	const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
	return GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}` : undefined;
}

async function main(): Promise<number> {
	const { values } = parseArgs({
		options: { tag: { type: 'string' }, notes: { type: 'string' } },
	});
	const manifest: Manifest = JSON.parse(await readFile('package.json', 'utf8'));
	const lock: { version: string } = JSON.parse(await readFile('package-lock.json', 'utf8'));
	const changelog = await readFile('CHANGELOG.md', 'utf8');
	const baseline: { version: string } = JSON.parse(await readFile(FORM, 'utf8'));
	const { size, files } = await pack();
	const missing = missingFor({
		manifest,
		lockedVersion: lock.version,
		changelog,
		baseline: baseline.version,
		tag: values.tag,
		tags: await linesOf('git', 'tag', '--list'),
		uncommitted: await linesOf('git', 'status', '--porcelain'),
		repository: repositoryHere(),
		packed: files.map(({ path }) => path),
		today: new Date().toISOString().slice(0, 10),
	});
	const kilobytes = (size / 1_000).toFixed(0);
	print(`${manifest.name} ${manifest.version}: ${files.length} files, ${kilobytes} kB packed`);
	if (missing.length > 0) {
		print(`Missing for a release:\n${missing.map((each) => `- ${each}`).join('\n')}`);
		return 1;
	}
	if (values.notes !== undefined)
		await writeFile(values.notes, `${newestSection(changelog)?.text ?? ''}\n`);
	const channel = isPrerelease(manifest.version) ? 'next' : 'latest';
	if (values.tag === undefined)
		print(`Nothing is missing: push the tag v${manifest.version} (npm's tag ${channel})`);
	return 0;
}

runCommand(main);
