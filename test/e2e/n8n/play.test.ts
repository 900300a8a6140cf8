import { readFile, writeFile } from '../../node';
import type { WorkflowFile } from '../../harness/n8n/workflow';
import { loadExamples } from '../harness/examples';
import { N8nApi } from '../harness/n8nApi';
import { Trial } from '../harness/trial';

const SOURCE = 'nodes/DocScore/DocScore.node.json';

let trial: Trial;

async function signedIn(): Promise<N8nApi> {
	const api = new N8nApi(await trial.printed(/Open +(http:\/\/[^/]+)\/home/));
	await api.signIn();
	return api;
}

/** The workflow that a new user builds from the printed values. */
async function firstWorkflow(credentialId: string): Promise<WorkflowFile> {
	const place = { typeVersion: 1, position: [0, 0] satisfies [number, number] };
	const parameters = {
		file_urls: await trial.printed(/Document +(\S+)/),
		extraction_template_id: await trial.printed(/Template +(\S+)/),
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

beforeAll(async () => {
	trial = await Trial.start('test/e2e/play.ts');
});

afterAll(async () => await trial.cleanUp(), 60_000);

describe('npm run n8n', () => {
	it('prints the address of an editor with the examples and a working credential', async () => {
		const api = await signedIn();
		const workflows = await api.get<Array<{ id: string; name: string }>>('/rest/workflows');
		const examples = (await loadExamples()).map(({ name }) => name);
		expect(workflows.map(({ name }) => name).sort()).toEqual(examples.sort());
		const example = workflows.find(({ name }) => name === 'Documents to fields');
		const workflow = await api.workflow(String(example?.id));
		expect(await api.run(workflow)).toMatchObject({ status: 'success' });
	});

	it("prints the data for a credential and a workflow of one's own", async () => {
		const api = await signedIn();
		const data = {
			baseUrl: await trial.printed(/Base URL +(\S+)/),
			apiKey: await trial.printed(/API Key +(\S+)/),
		};
		const id = await api.createCredential({ name: 'DocScore', type: 'docScoreApi', data });
		const workflow = await api.importWorkflow(await firstWorkflow(id));
		const { outputs } = await api.run(workflow);
		expect(outputs.Extract?.[0]?.[0]?.json).toMatchObject({ total_amount: '1,409.67' });
	});

	it('builds and loads changed files', async () => {
		await trial.printed(/(Press Ctrl\+C)/);
		await writeFile(SOURCE, await readFile(SOURCE));
		await trial.printed(/(Built)/);
	});

	it('leaves no files and processes after Ctrl+C', async () => {
		expect(await trial.leftAfter(async () => await trial.interrupt())).toEqual([]);
	});
});
