import { startScript } from '../harness/command';
import { startSandbox } from '../harness/sandbox/sandbox';
import { join, mkdtemp, once, pause, readdir, rm, tmpdir, writeFile } from '../node';
import { readDialect } from './readDialect';
import { linesPdf } from './samples/linesPdf';
import { details, paths, post, submit } from './serviceClient';
import { seededTemplates } from './templates';

/** Runs the command as a person does, with its own folder for temporary files. */
const startCommand = (args: string[], folder: string) =>
	startScript(require.resolve('./main.ts'), args, { env: { TMPDIR: folder } });

describe('npm run service', () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'command-'));
	});
	afterEach(async () => {
		await rm(folder, { recursive: true });
	});

	const foldersOfSandbox = async () =>
		(await readdir(folder)).filter((name) => name.startsWith('sandbox-'));

	/** Starts the command and resolves to its addresses as soon as they are printed. */
	async function startSandboxCommand(...args: string[]) {
		const { child, printed } = startCommand(['--key', 'for-the-test', ...args], folder);
		while (!printed.out.includes(seededTemplates.receipt)) await pause(20);
		const baseUrl = /http:\S+\/api\/v1/.exec(printed.out)?.[0] ?? '';
		const query = async () => await post({ baseUrl, key: 'for-the-test' }, paths.query, {});
		return { child, printed, baseUrl, query };
	}

	test('prints its address and responds until SIGINT', async () => {
		const { child, printed, baseUrl, query } = await startSandboxCommand();
		expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
		expect(printed.out).toContain('for-the-test');
		expect(printed.out).toContain(seededTemplates.invoice);
		expect((await query()).status).toBe(200);
		expect(await foldersOfSandbox()).toHaveLength(1);

		child.kill('SIGINT');
		expect(await once(child, 'exit')).toEqual([0, null]);
		expect(await foldersOfSandbox()).toEqual([]);
		expect(printed.error).toBe('');
	});

	test('uses the dialect of a file, until SIGTERM', async () => {
		const path = join(folder, 'dialect.json');
		await writeFile(path, '{"totalCountForm": "text", "unknownId": "410"}');
		const { child, query } = await startSandboxCommand('--dialect', path);
		expect((await query()).body?.pagination).toMatchObject({ totalCount: '0' });

		child.kill('SIGTERM');
		expect(await once(child, 'exit')).toEqual([0, null]);
		expect(await foldersOfSandbox()).toEqual([]);
	});

	test('says why it does not start', async () => {
		const { child, printed } = startCommand(['--dialect', 'package.json'], folder);
		expect(await once(child, 'close')).toEqual([1, null]);
		expect(printed.error.trim()).toBe('package.json: the sandbox has no point name');
	});

	test.each([
		['[]', 'does not contain a JSON object'],
		['{"bounds": "open"}', 'bounds cannot be "open"'],
		['{"fileLinks": {"a.pdf": 1}}', 'fileLinks cannot be {"a.pdf":1}'],
		['{"recordingPartNames": {"a": "b"}}', 'recordingPartNames cannot be {"a":"b"}'],
	])('does not take the dialect %s', async (dialect, complaint) => {
		const path = join(folder, 'dialect.json');
		await writeFile(path, dialect);
		await expect(readDialect(path)).rejects.toThrow(complaint);
	});
});

test('with a real clock, a run advances by itself', async () => {
	const sandbox = await startSandbox();
	await expect(sandbox.control.advance(1000)).rejects.toThrow('The clock is real');
	const pdf = await linesPdf(['Invoice No: R-1']);
	const url = await sandbox.control.putFile('a.pdf', pdf.toString('base64'), 'application/pdf');
	const startedAt = Date.now();
	const id = await submit(sandbox, [url]);
	const statuses = new Set<string>();
	let doc = await details(sandbox, id);
	for (; doc.status !== 'completed'; doc = await details(sandbox, id)) {
		statuses.add(doc.status);
		await pause(25);
	}
	expect([...statuses]).toEqual(['pending', 'processing']);
	expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1590);
	expect(doc.output_schema?.invoice_number?.value).toBe('R-1');
	await sandbox.stop();
});

test('a failed call says why, even if the sandbox has stopped', async () => {
	const sandbox = await startSandbox({ clock: 'manual' });
	await expect(sandbox.control.deleteRun('no such run')).rejects.toThrow(
		'deleteRun: There is no run no such run',
	);
	await sandbox.control.hold();
	const waits = expect(sandbox.control.runs()).rejects.toThrow('runs: The sandbox ended');
	await sandbox.stop();
	await waits;
	await expect(sandbox.control.runs()).rejects.toThrow();
});
