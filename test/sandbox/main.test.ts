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

	/** Starts the command and resolves to its addresses as soon as they are printed. */
	async function startSandboxCommand(...args: string[]) {
		const { child, printed } = startCommand(['--key', 'for-the-test', ...args], folder);
		while (!printed.out.includes(seededTemplates.receipt)) await pause(20);
		const baseUrl = /http:\S+\/api\/v1/.exec(printed.out)?.[0] ?? '';
		const controlUrl = /Control: +(\S+)/.exec(printed.out)?.[1];
		const call = async (method: string, ...args: unknown[]) => {
			const headers = { 'content-type': 'application/json' };
			const body = JSON.stringify({ method, args });
			const answer = await fetch(`${controlUrl}/call`, { method: 'POST', headers, body });
			const reply: { result?: unknown; message?: string } = JSON.parse(await answer.text());
			return { status: answer.status, ...reply };
		};
		const query = async () => await post({ baseUrl, key: 'for-the-test' }, paths.query, {});
		return { child, printed, baseUrl, call, query };
	}

	test('prints its address and accepts control calls until SIGINT', async () => {
		const { child, printed, baseUrl, call, query } = await startSandboxCommand();
		expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
		expect(printed.out).toContain('for-the-test');
		expect(printed.out).toContain(seededTemplates.invoice);
		expect((await query()).status).toBe(200);
		expect(await call('seedRuns', [{ status: 'completed' }])).toMatchObject({ status: 200 });
		expect((await call('runs')).result).toMatchObject([{ status: 'completed' }]);
		expect(await call('noSuchMethod')).toMatchObject({ status: 400 });
		expect(await call('deleteRun', 'no such run')).toMatchObject({
			status: 500,
			message: 'There is no run no such run',
		});
		expect(await foldersOfSandbox()).toHaveLength(1);

		child.kill('SIGINT');
		expect(await once(child, 'exit')).toEqual([0, null]);
		expect(await foldersOfSandbox()).toEqual([]);
		expect(printed.error).toBe('');
	});

	test('uses the dialect of a file, also after a reset, until SIGTERM', async () => {
		const path = join(folder, 'dialect.json');
		await writeFile(path, '{"totalCountForm": "text", "unknownId": "410"}');
		const { child, call, query } = await startSandboxCommand('--dialect', path);
		const countOf = async () => (await query()).body?.pagination;
		expect(await countOf()).toMatchObject({ totalCount: '0' });
		await call('reset');
		expect(await countOf()).toMatchObject({ totalCount: '0' });

		child.kill('SIGTERM');
		expect(await once(child, 'exit')).toEqual([0, null]);
		expect(await foldersOfSandbox()).toEqual([]);
	});

	test.each([
		[['--clock', 'sand'], '--clock must be manual or real, not sand'],
		[['--dialect', 'package.json'], 'package.json: the sandbox has no point name'],
		[['--port', '99999'], '--port must be a number from 0 to 65535, not 99999'],
	])('rejects %j', async (args, complaint) => {
		const { child, printed } = startCommand(args, folder);
		expect(await once(child, 'close')).toEqual([1, null]);
		expect(printed.error.trim()).toBe(complaint);
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
