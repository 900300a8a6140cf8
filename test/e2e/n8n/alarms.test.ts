import { nodeOf } from '../../harness/n8n/nodeOf';
import { join, pause, readFile } from '../../node';
import { chain } from '../harness/chain';
import { jsonOf } from '../harness/execution';
import { LOGS } from '../harness/logs';
import { everyFiveSeconds } from '../harness/pollTimes';
import { isN8n1 } from '../harness/release';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('alarms');

const WORK = 'Work';

/** How many polls fail. */
const FAILED = 12;

it('an outage is one failed execution and one run of the error workflow', async () => {
	const { sandbox, credentials } = e2e;
	const { api } = e2e.n8n;
	const telling = await api.importWorkflow(
		chain(
			'Tell',
			nodeOf('Error', 'n8n-nodes-base.errorTrigger'),
			nodeOf('Mail', 'n8n-nodes-base.noOp'),
		),
	);
	// n8n 1.x runs error workflows that are not active.
	if (!isN8n1()) await api.activate(telling);
	const trigger = nodeOf('DocScore Trigger', 'n8n-nodes-docscore.docScoreTrigger', {
		parameters: { pollTimes: { item: everyFiveSeconds } },
		credentials,
	});
	const polling = await api.importWorkflow({
		...chain('Polls', trigger, nodeOf(WORK, 'n8n-nodes-base.noOp')),
		settings: { errorWorkflow: telling.id },
	});
	await api.activate(polling);
	const requests = async () => (await sandbox.control.counts()).query.total;
	// The first output proves that the activation has ended.
	const soon = { pendingMs: 1_000, processingMs: 4_000 };
	while ((await requests()) === 0) await pause(250);
	await pause(5_000);
	await sandbox.control.seedRuns([{ filename: 'First', durations: soon }]);
	await api.finishedAfter(polling);

	await sandbox.control.addFault({ kind: 'status', status: 400, endpoint: 'query' });
	const before = await requests();
	while ((await requests()) < before + FAILED) await pause(1_000);
	await sandbox.control.clearFaults();
	await sandbox.control.seedRuns([{ filename: 'Late', durations: soon }]);

	const works = await api.finishedAfter(polling, 2);
	expect(jsonOf(works, WORK)).toEqual([expect.objectContaining({ name: 'Late' })]);
	const all = await api.executions(polling.id);
	expect(all.map(({ status }) => status).sort()).toEqual(['error', 'success', 'success']);
	expect(await api.executions(telling.id)).toHaveLength(1);
	// The first failed poll is reported instead.
	const log = await readFile(join(LOGS, 'alarms.log'), 'utf8');
	const lines = (text: string) => log.split(text).length - 1;
	expect(lines('A poll failed: ')).toBeGreaterThanOrEqual(FAILED - 1);
	expect(lines('Polls work again')).toBe(1);
}, 300_000);
