import { toResult } from '../../nodes/DocScore/service/result';
import {
	clearTimer,
	cp,
	execFile,
	join,
	mkdir,
	process,
	promisify,
	startTimer,
	watch,
} from '../node';
import { packInto } from '../harness/package/pack';
import { startSandbox } from '../harness/sandbox/sandbox';
import { onceStopped } from '../sandbox/onceStopped';
import { loadExamples, prepare, putRecordings, putSample } from './harness/examples';
import { LOGS } from './harness/logs';
import { N8n } from './harness/n8n';
import { OWNER } from './harness/n8nApi';
import { moveIntoTemporaryHome } from './harness/temporaryHome';
import { credentialFor } from './harness/withN8n';

/**
 * Starts the playground: n8n with the package, the sandbox, a saved credential and the examples. Each
 * change in nodes/ or credentials/ is built and reloaded while n8n runs.
 */
const run = promisify(execFile);
const print = (text: string) => void process.stdout.write(`${text}\n`);
const SOURCES = ['credentials', 'icons', 'nodes'];
/** Editors save a file in several steps. */
const QUIET_AFTER_MS = 300;

/** What to stop at the end, in reverse order. */
const running: Array<() => Promise<void>> = [];

async function main(): Promise<void> {
	running.push(await moveIntoTemporaryHome());
	await mkdir(LOGS, { recursive: true });
	const { path: tarball } = await packInto(LOGS);
	print('Starting n8n …');
	const sandbox = await startSandbox();
	running.push(async () => await sandbox.stop());
	const environment = { N8N_DEV_RELOAD: 'true' };
	const n8n = await N8n.start({ name: 'play', tarball, environment });
	running.push(async () => await n8n.stop());
	void n8n.ended().then(async () => await end(1, `n8n has ended by itself, see ${LOGS}/play.log`));

	const { name, ...credential } = credentialFor(sandbox);
	const id = await n8n.api.createCredential({ name, ...credential });
	await putRecordings(n8n.filesFolder);
	await sandbox.control.seedRuns([{ filename: 'A page too dark to read', status: 'failed' }]);
	for (const example of await loadExamples()) {
		const credentials = { docScoreApi: { id, name } };
		const surroundings = { credentials, sandbox, folder: n8n.filesFolder };
		await n8n.api.importWorkflow(await prepare(example, surroundings));
		print(`  ${example.name}`);
	}
	takeOverChanges(n8n.folder.package);
	print(`
Open       ${n8n.url}/home/workflows
Sign in    ${OWNER.email} with ${OWNER.password}
Files      ${n8n.filesFolder}

For a workflow of your own:
Base URL   ${sandbox.baseUrl}
API Key    ${sandbox.key}
Document   ${await putSample(sandbox, 'invoice.pdf')}
Template   ${sandbox.templates.invoice}

Press Ctrl+C to stop; nothing is kept.`);
}

let isEnding = false;

async function end(code: number, why: string): Promise<void> {
	if (isEnding) return;
	isEnding = true;
	print(why);
	for (const stop of running.reverse()) await toResult(stop());
	process.exit(code);
}

/** Builds after each change and copies the result into n8n's package folder; n8n then reloads it. */
function takeOverChanges(packageFolder: string): void {
	const rebuild = async () => {
		const built = await toResult(run('npx', ['gulp', 'build', '--silent']));
		if (built.ok) await cp('dist', join(packageFolder, 'dist'), { recursive: true });
		print(built.ok ? 'Built; reload the page in the browser to see it.' : reason(built.error));
	};
	let waiting = startTimer(() => {}, 0);
	for (const source of SOURCES) {
		watch(source, { recursive: true }, () => {
			clearTimer(waiting);
			waiting = startTimer(() => void rebuild(), QUIET_AFTER_MS);
		});
	}
}

/** The output of the compiler if it failed, otherwise the error message. */
function reason(error: unknown): string {
	if (error instanceof Error) return 'stdout' in error ? String(error.stdout) : error.message;
	return String(error);
}

onceStopped(() => void end(0, 'Stopping …'));
main().catch(async (error: unknown) => await end(1, reason(error)));
