import { type ChildProcess, once, pause, process, readFile, spawn, writeFile } from '../../node';
import { loadExamples } from '../harness/examples';
import { N8nApi } from '../harness/n8nApi';

const SOURCE = 'nodes/DocScore/DocScore.node.json';

let child: ChildProcess;
let output = '';

/** Resolves with the first group of the pattern, once it has been printed. */
async function printed(pattern: RegExp): Promise<string> {
	for (;;) {
		const match = pattern.exec(output);
		if (match) return match[1] ?? '';
		if (child.exitCode !== null) throw new Error(`It ended: ${output}`);
		await pause(100);
	}
}

beforeAll(() => {
	child = spawn(process.execPath, ['--import', 'tsx', 'test/e2e/play.ts'], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	child.stdout?.setEncoding('utf8').on('data', (text: string) => {
		output += text;
	});
});

afterAll(async () => {
	if (child.exitCode !== null) return;
	const exit = once(child, 'exit');
	child.kill();
	await exit;
}, 60_000);

describe('npm run n8n', () => {
	it('prints the address of an editor that has the examples and a working credential', async () => {
		const api = new N8nApi(await printed(/Open +(\S+)/));
		await api.signIn();
		const workflows = await api.get<Array<{ id: string; name: string }>>('/rest/workflows');
		const examples = (await loadExamples()).map(({ name }) => name);
		expect(workflows.map(({ name }) => name).sort()).toEqual(examples.sort());
		const example = workflows.find(({ name }) => name === 'Documents to fields');
		const workflow = await api.workflow(String(example?.id));
		expect(await api.run(workflow)).toMatchObject({ status: 'success' });
	});

	it('builds and takes over what is changed', async () => {
		await printed(/(Press Ctrl\+C)/);
		await writeFile(SOURCE, await readFile(SOURCE));
		await printed(/(Built)/);
	});
});
