import { startScript } from '../harness/command';
import { type Sandbox, startSandbox } from '../harness/sandbox/sandbox';
import {
	createServer,
	join,
	mkdtemp,
	once,
	pause,
	readdir,
	readFile,
	rm,
	tmpdir,
	writeFile,
} from '../node';
import { readDialect } from '../sandbox/readDialect';
import { readOptions } from './options';

const KEY = 'a-secret-key-of-the-command';

let folder: string;
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ key: KEY });
	await sandbox.control.seedRuns([{ count: 2, createdAgoMs: 8_000_000, spacingMs: 90_123 }]);
});
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'conformance-'));
});
afterEach(async () => await rm(folder, { recursive: true }));
afterAll(async () => await sandbox.stop());

/** Starts the command in a folder of its own, as a person does. `answer` is typed into it. */
function start(args: string[], { key = KEY, answer = '' } = {}) {
	const env = { DOCSCORE_API_KEY: key };
	const { child, printed } = startScript(require.resolve('./main.ts'), args, { cwd: folder, env });
	child.stdin.end(answer);
	return { child, printed };
}

const ofSandbox = () => ['--base-url', sandbox.baseUrl, '--template', sandbox.templates.invoice];

test('says what it will do, asks, and keeps its findings after Ctrl+C', async () => {
	const args = [...ofSandbox(), '--spend', '1', '--file', 'https://files.example.com/a.pdf'];
	const { child, printed } = start(args, { answer: 'yes\n' });
	while (!printed.out.includes('Bounds')) await pause(50);
	child.kill('SIGINT');
	expect(await once(child, 'exit')).toEqual([130, null]);
	expect(printed.out).toMatch(/It submits at most 1[^]*Go on\?[^]*Interrupted\. What was found/);
	const report = await readFile(join(folder, 'conformance.md'), 'utf8');
	expect(report).toContain('It ended early: Interrupted');
	expect(report).toContain('| 1 | Form of times | holds |');
	expect(await readDialect(join(folder, 'dialect.json'))).toMatchObject({ bounds: 'exclusive' });
	for (const text of [printed.out, printed.error, report]) expect(text).not.toContain(KEY);
	const submitted = (await sandbox.control.counts()).submit.total;
	expect(submitted).toBe(0);
});

test('leaves an earlier report as it is when nothing is found', async () => {
	await writeFile(join(folder, 'conformance.md'), 'Found before');
	const { child, printed } = start(ofSandbox(), { key: 'not-the-key', answer: 'yes\n' });
	expect(await once(child, 'exit')).toEqual([1, null]);
	expect(printed.out).toMatch(/does not accept the key[^]*are those of an earlier check\./);
	expect(printed.out).not.toContain('Written');
	expect(await readFile(join(folder, 'conformance.md'), 'utf8')).toBe('Found before');
	expect(await readdir(folder)).toEqual(['conformance.md']);
});

test('sends no requests if the answer is not yes', async () => {
	await sandbox.control.clearRequests();
	const { child, printed } = start(ofSandbox(), { answer: 'no\n' });
	expect(await once(child, 'exit')).toEqual([1, null]);
	expect(printed.out).toContain('Nothing was asked.');
	expect(await sandbox.control.requests()).toEqual([]);
	expect(await readdir(folder)).toEqual([]);
});

test('asks for the key, and reports that it is wrong', async () => {
	const { child, printed } = start(ofSandbox(), { key: '', answer: 'not-the-key\nyes\n' });
	expect(await once(child, 'exit')).toEqual([1, null]);
	expect(printed.out).toMatch(/API key \(it is not shown[^]*does not accept the key \(401\)/);
	expect(printed.out).not.toContain('not-the-key');
});

test('checks its own sandbox without arguments', async () => {
	const { child, printed } = start([]);
	while (!printed.out.includes('It submits at most 5')) await pause(50);
	child.kill('SIGTERM');
	expect(await once(child, 'exit')).toEqual([130, null]);
	expect(printed.out).toContain('Interrupted. What was found until then is kept.');
	expect(printed.error).toBe('');
});

test.each([
	[['--base-url', 'https://a.example'], '--base-url and --template go together'],
	[['--base-url', 'a.example', '--template', 'x'], '--base-url starts with https://'],
	[['--spend', 'all'], '--spend must be a whole number of at least 0, not all'],
	[['--base-url', 'https://a.example', '--template', 'x', '--spend', '1'], '--spend needs --file'],
	[['--key', KEY], "Unknown option '--key'"],
])('rejects %j', async (args, complaint) => {
	await expect(readOptions(args)).rejects.toThrow(complaint);
});

test('reports a refused connection', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : 0;
	server.close();
	const args = ['--base-url', `http://127.0.0.1:${port}`, '--template', 'x'];
	const { child, printed } = start(args, { answer: 'yes\n' });
	expect(await once(child, 'exit')).toEqual([1, null]);
	expect(printed.out).toContain('The service cannot be reached: connection refused');
	expect(await readFile(join(folder, 'conformance.md'), 'utf8')).toContain('cannot be reached');
});

test.each([
	['[]', 'does not contain a JSON object'],
	['{"bound": "inclusive"}', 'the sandbox has no point bound'],
	['{"bounds": "sometimes"}', 'bounds cannot be "sometimes"'],
	['{"fileLinks": {"a.pdf": 1}}', 'fileLinks cannot be {"a.pdf":1}'],
	['{"recordingPartNames": {"language": "x"}}', 'recordingPartNames cannot be {"language":"x"}'],
])('the dialect %s is rejected', async (text, complaint) => {
	const path = join(folder, 'dialect.json');
	await writeFile(path, text);
	await expect(readDialect(path)).rejects.toThrow(complaint);
});
