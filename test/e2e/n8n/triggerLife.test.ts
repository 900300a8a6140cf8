import type { INode } from 'n8n-workflow';
import { randomInt } from 'crypto';
import { pause } from '../../node';
import type { SavedWorkflow } from '../harness/n8nApi';
import { N8nWithSandbox } from '../harness/withN8n';

const KILLS = 10;
const RUNS_A_ROUND = 6;

/** How near to a kill a poll counts as interrupted, in ms: n8n saves its state beside the execution. */
const CRASH_WINDOW_MS = 1_500;

/** n8n polls at most once a minute for each time given, so there are twelve of them. */
const everyFiveSeconds = Array.from({ length: 12 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 5} * * * * *`,
}));

const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

describe.each([
	{ mode: 'legacy', environment: {}, hasCrashWindow: true },
	{ mode: 'durable', environment: DURABLE, hasCrashWindow: false },
])('the trigger, $mode, while n8n is killed again and again', (setup) => {
	const e2e = new N8nWithSandbox(`trigger-${setup.mode}`, setup.environment);

	it('starts the workflow exactly once for each run', async () => {
		const { n8n, sandbox } = e2e;
		await sandbox.control.seedRuns([{ count: 3, filename: 'Before {n}', createdAgoMs: 60_000 }]);
		const workflow = await n8n.api.importWorkflow(pollingWorkflow(e2e.credentials));
		await n8n.api.activate(workflow);
		await polled();

		const runs: string[] = [];
		const atRisk = new Set<string>();
		for (let round = 0; round < KILLS; round++) {
			runs.push(...(await submitRuns()));
			await pause(randomInt(12_000));
			await n8n.kill();
			// A run takes up to two rounds to finish.
			const recent = runs.slice(-2 * RUNS_A_ROUND);
			if (await wasPolling(Date.now())) recent.forEach((id) => atRisk.add(id));
			await n8n.startAgain();
		}
		await emittedAll(workflow, runs);

		const counts = await emissions(workflow);
		const unlikeOne = runs.filter((id) => counts.get(id) !== 1);
		expect(unlikeOne.filter((id) => !setup.hasCrashWindow || !atRisk.has(id))).toEqual([]);
		expect([...counts.keys()].filter((id) => !runs.includes(id))).toEqual([]);
	}, 900_000);

	/** Runs that finish within the next seconds, before and after the kill. */
	async function submitRuns(): Promise<string[]> {
		const specs = Array.from({ length: RUNS_A_ROUND }, () => ({
			durations: { pendingMs: randomInt(4_000), processingMs: randomInt(16_000) },
		}));
		return await e2e.sandbox.control.seedRuns(specs);
	}

	async function polled(): Promise<void> {
		while ((await e2e.sandbox.control.counts()).query.total === 0) await pause(250);
	}

	async function wasPolling(at: number): Promise<boolean> {
		const requests = await e2e.sandbox.control.requests();
		return requests.some((request) => at - request.at < CRASH_WINDOW_MS);
	}

	/** How often each run came, also in executions that the kill ended. */
	async function emissions({ id }: SavedWorkflow): Promise<Map<string, number>> {
		const counts = new Map<string, number>();
		for (const { outputs, waiting } of await e2e.n8n.api.executions(id)) {
			const [emitted = waiting] = outputs['DocScore Trigger'] ?? [];
			for (const { json } of emitted) {
				counts.set(String(json.id), (counts.get(String(json.id)) ?? 0) + 1);
			}
		}
		return counts;
	}

	/** Waits until nothing is missing, or for longer than any poll needs to find what is. */
	async function emittedAll(workflow: SavedWorkflow, runs: string[]): Promise<void> {
		const deadline = Date.now() + 90_000;
		let isComplete = false;
		while (!isComplete && Date.now() < deadline) {
			await pause(3_000);
			const counts = await emissions(workflow);
			isComplete = runs.every((id) => counts.has(id));
		}
		// Whatever came twice would come now.
		await pause(12_000);
	}
});

const pollingWorkflow = (credentials: INode['credentials']) => ({
	name: 'Finished runs',
	nodes: [
		{
			id: 'b1c5c0de-0000-4000-8000-000000000001',
			name: 'DocScore Trigger',
			type: 'n8n-nodes-docscore.docScoreTrigger',
			typeVersion: 1,
			position: [0, 0] satisfies [number, number],
			parameters: { pollTimes: { item: everyFiveSeconds } },
			credentials,
		},
		{
			id: 'b1c5c0de-0000-4000-8000-000000000002',
			name: 'Done',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [220, 0] satisfies [number, number],
			parameters: {},
		},
	],
	connections: {
		'DocScore Trigger': { main: [[{ node: 'Done', type: 'main' as const, index: 0 }]] },
	},
});
