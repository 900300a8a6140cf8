import { type ChildProcess, once, pause, process, readFile, spawn, writeFile } from '../../node';
import type { WorkflowFile } from '../../harness/n8n/workflow';
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

async function signedIn(): Promise<N8nApi> {
	const api = new N8nApi(await printed(/Open +(http:\/\/[^/]+)\/home/));
	await api.signIn();
	return api;
}

/** What a newcomer puts together from what is printed. */
async function firstWorkflow(credentialId: string): Promise<WorkflowFile> {
	const place = { typeVersion: 1, position: [0, 0] satisfies [number, number] };
	const parameters = {
		file_urls: await printed(/Document +(\S+)/),
		extraction_template_id: await printed(/Template +(\S+)/),
		output: 'fieldsOnly',
	};
	const credentials = { docScoreApi: { id: credentialId, name: 'DocScore' } };
	const type = 'n8n-nodes-docscore.docScore';
	return {
		name: 'My first workflow',
		nodes: [
			{ ...place, id: '1', name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
			{ ...place, id: '2', name: 'Extract', type, parameters, credentials },
		],
		connections: { Start: { main: [[{ node: 'Extract', type: 'main', index: 0 }]] } },
	};
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
		const api = await signedIn();
		const workflows = await api.get<Array<{ id: string; name: string }>>('/rest/workflows');
		const examples = (await loadExamples()).map(({ name }) => name);
		expect(workflows.map(({ name }) => name).sort()).toEqual(examples.sort());
		const example = workflows.find(({ name }) => name === 'Documents to fields');
		const workflow = await api.workflow(String(example?.id));
		expect(await api.run(workflow)).toMatchObject({ status: 'success' });
	});

	it('prints what a workflow of a newcomer needs', async () => {
		const api = await signedIn();
		const [credential] = await api.get<Array<{ id: string }>>('/rest/credentials');
		const workflow = await api.importWorkflow(await firstWorkflow(String(credential?.id)));
		const { outputs } = await api.run(workflow);
		expect(outputs.Extract?.[0]?.[0]?.json).toMatchObject({ total_amount: '1,409.67' });
	});

	it('builds and takes over what is changed', async () => {
		await printed(/(Press Ctrl\+C)/);
		await writeFile(SOURCE, await readFile(SOURCE));
		await printed(/(Built)/);
	});
});
