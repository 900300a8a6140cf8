import { startScript } from '../harness/command';
import { startSandbox } from '../harness/sandbox/sandbox';
import { join, mkdtemp, once, pause, readdir, rm, tmpdir, writeFile } from '../node';
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

	test.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)(
		'prints its address, takes a dialect, and leaves nothing after %s',
		async (signal) => {
			const path = join(folder, 'dialect.json');
			await writeFile(path, '{"totalCountForm": "text"}');
			const { child, printed } = startCommand(['--key', 'for-the-test', '--dialect', path], folder);
			while (!printed.out.includes(seededTemplates.lineItems)) await pause(20);
			const baseUrl = /http:\/\/127\.0\.0\.1:\d+\/api\/v1/.exec(printed.out)?.[0] ?? '';
			expect(printed.out).toContain('for-the-test');
			const { body } = await post({ baseUrl, key: 'for-the-test' }, paths.query, {});
			expect(body?.pagination).toMatchObject({ totalCount: '0' });
			expect(await foldersOfSandbox()).toHaveLength(1);

			// npm can relay the same signal twice.
			child.kill(signal);
			child.kill(signal);
			expect(await once(child, 'exit')).toEqual([0, null]);
			expect(await foldersOfSandbox()).toEqual([]);
			expect(printed.error).toBe('');
		},
	);

	test('says why it does not start', async () => {
		const { child, printed } = startCommand(['--dialect', 'package.json'], folder);
		expect(await once(child, 'close')).toEqual([1, null]);
		expect(printed.error.trim()).toBe('package.json: the sandbox has no point name');
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
