import { join, pause, readFile } from '../../node';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { chain } from '../harness/chain';
import { jsonOf } from '../harness/execution';
import { LOGS } from '../harness/logs';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('stopped');

const DOCUMENTS = 300;

/** How many documents were accepted, by the line of n8n's log, as soon as it is there. */
async function acceptedByLog(executionId: string): Promise<{ atLeast: number; atMost: number }> {
	const line = new RegExp(
		`stopped after the service accepted (\\d+) documents(?: and perhaps (\\d+) more)?\\..* n8n_execution_id ${executionId}\\.`,
	);
	for (;;) {
		const [, certain, possible = 0] =
			line.exec(await readFile(join(LOGS, 'stopped.log'), 'utf8')) ?? [];
		if (certain !== undefined)
			return { atLeast: Number(certain), atMost: Number(certain) + Number(possible) };
		await pause(100);
	}
}

it('after Stop, the log says how many documents were accepted, and Get Many finds them', async () => {
	const { api } = e2e.n8n;
	const { control, templates } = e2e.sandbox;
	// A second try begins without the runs of the first.
	await control.reset();
	await control.setRunPlan({ pendingMs: 600_000 });
	await control.addFault({ kind: 'latency', ms: 300, endpoint: 'submit' });
	const start = nodeOf('Start', 'n8n-nodes-base.manualTrigger');
	const type = 'n8n-nodes-docscore.docScore';
	const read = nodeOf('Read', type, {
		parameters: {
			operation: 'submitAndWait',
			file_urls: '=https://files.example.com/{{ $itemIndex }}.pdf',
			extraction_template_id: templates.invoice,
			options: { tagWithExecution: true },
		},
		credentials: e2e.credentials,
	});
	const workflow = await api.importWorkflow({
		...chain('Many', start, read),
		pinData: { Start: Array.from({ length: DOCUMENTS }, () => ({ json: {} })) },
	});
	const id = await api.start(workflow);
	while ((await control.runs()).length < 60) await pause(50);
	await api.post(`/rest/executions/${id}/stop`, {});
	const accepted = await acceptedByLog(id);
	const runs = await control.runs();
	expect(accepted.atMost).toBeLessThan(DOCUMENTS);
	// Stop aborts requests whose answer is still on its way.
	expect(accepted.atLeast).toBeLessThanOrEqual(runs.length);
	expect(accepted.atMost).toBeGreaterThanOrEqual(runs.length);

	const condition = { metadata_name: 'n8n_execution_id', operator: 'equals', value: id };
	const find = nodeOf('Find', type, {
		parameters: {
			operation: 'getAll',
			returnAll: true,
			metadata_filters: { conditions: [condition] },
		},
		credentials: e2e.credentials,
	});
	const found = await api.run(await api.importWorkflow(chain('Find', start, find)));
	const ids = jsonOf(found, 'Find').map((run) => run.id);
	expect(ids.sort()).toEqual(runs.map((run) => run.id).sort());
});
