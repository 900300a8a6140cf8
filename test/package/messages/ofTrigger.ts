import type { INodeParameters } from 'n8n-workflow';
import type { PollingWorkflow } from '../../harness/n8n/pollingWorkflow';
import { rule, rules } from '../../nodes/runs';
import { type Provocation, type Stage, type Told, toldBy } from './stage';

const REJECTION = { kind: 'status', status: 400 } as const;

/** Messages of the trigger at activation, in a poll, or in a test in the editor. */
export function ofTrigger(stage: Stage): Provocation[] {
	const { node } = stage;
	const activated = (did: string, parameters: INodeParameters) =>
		row(did, async () => await rejection(node.workflow({ parameters }).activate()));
	const withCredential = (did: string, change: { apiKey?: string; baseUrl?: string }) =>
		row(did, async () => {
			const credential = { ...node.credential, ...change };
			return await rejection(node.workflow({ credential }).activate());
		});
	const conditions = [{ metadata_name: '', operator: 'equals', value: 'x' }];
	return [
		activated('Trigger On left empty', { events: [] }),
		activated('Template: its name', { filters: { extraction_template_id: 'Invoice' } }),
		activated('Metadata Filters: a value without a name', { metadata_filters: { conditions } }),
		activated('Time for New Runs to Show of 0', { options: { overlap: 0 } }),
		withCredential('A wrong key', { apiKey: 'wrong' }),
		withCredential('A Base URL that is not a URL', { baseUrl: 'docscore' }),
		withCredential('A Base URL that does not respond', { baseUrl: 'http://127.0.0.1:9' }),
		row('A Base URL that is wrong', async () => {
			const credential = { ...node.credential, baseUrl: `${node.credential.baseUrl}/v7` };
			return await rejection(node.workflow({ credential }).activate());
		}),
		row('A Date and Time rule, and a timezone that does not exist', async () => {
			const parameters = rules(rule('at', { convertTo: 'dateTime' }));
			return await rejection(node.workflow({ parameters, timezone: 'Mars/Olympus' }).activate());
		}),
		row('A service without creation times', async () => {
			await node.control.setDialect({ timeMissing: 'always' });
			await node.control.seedRuns([{ count: 120 }]);
			return await rejection(node.workflow().activate());
		}),
		row('A service that is too slow to start', async () => {
			await node.control.seedRuns([{ count: 400, spacingMs: 10, createdAgoMs: 86_400_000 }]);
			const latency = { kind: 'latency', by: 'clock', ms: 900 } as const;
			await node.control.addFault({ ...latency, endpoint: 'query' });
			return await rejection(node.workflow({ budgetMs: 2_500 }).activate());
		}),
		row('A poll that the service rejects', async () => {
			const workflow = await node.activated();
			await node.control.addFault({ ...REJECTION, error: 'No index', endpoint: 'query' });
			return await polled(workflow);
		}),
		row('A poll at a rate limit', async () => {
			const workflow = await node.activated();
			await node.control.addFault({ kind: 'rateLimit', retryAfterSeconds: 30, endpoint: 'query' });
			return await polled(workflow);
		}),
		row('A run that cannot be read', async () => {
			const workflow = await node.activated();
			await node.control.seedRuns([{}]);
			await node.control.addFault({ ...REJECTION, error: 'Torn', endpoint: 'details' });
			return await polled(workflow);
		}),
		row('Other filters, and too many runs of the former ones for one poll', async () => {
			const workflow = await node.activated({ budgetMs: 4_000 });
			await node.control.seedRuns([{ count: 300, spacingMs: 10, createdAgoMs: 3_000 }]);
			await node.control.addFault({ ...SLOW, after: 1 });
			return await rejection(workflow.saveAgain({ parameters: { filters: { filename: 'x' } } }));
		}),
		row('Fetch Test Event without a finished run', async () => {
			return await rejection(node.workflow().test());
		}),
	];
}

const SLOW = { kind: 'latency', by: 'clock', ms: 3_000, endpoint: 'query' } as const;

const row = (did: string, provoke: Provocation['provoke']) => ({
	where: 'DocScore Trigger',
	did,
	provoke,
});

async function rejection(work: Promise<unknown>): Promise<Told> {
	try {
		await work;
	} catch (error) {
		if (error instanceof Error) return toldBy(error);
	}
	throw new Error('Nothing went wrong');
}

async function polled(workflow: PollingWorkflow): Promise<Told[]> {
	await workflow.poll();
	return workflow.errors.map(toldBy);
}
