import type { INode } from 'n8n-workflow';
import { randomInt } from 'crypto';
import { pause, process } from '../../node';
import type { SavedWorkflow } from '../harness/n8nApi';
import { everyFiveSeconds } from '../harness/pollTimes';
import { isN8n1 } from '../harness/release';
import { N8nWithSandbox } from '../harness/withN8n';

const KILLS = Number(process.env.DOCSCORE_KILLS ?? 10);
const RUNS_A_ROUND = 6;

/** How long before a kill n8n may not have kept both what a poll gave and its state, in ms. */
const CRASH_WINDOW_MS = 3_000;

/** A kill while n8n activates the workflow would put the next polls off by two minutes. */
const SOON_ACTIVE = {
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '10',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '2000',
};

const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

/** It finishes after the baseline, however long that takes. */
const FIRST = { filename: 'First', durations: { pendingMs: 5_000, processingMs: 5_000 } };

interface Setup {
	mode: string;
	environment: Record<string, string>;
	/** Whether a kill can come between what a poll gave and its state. */
	hasCrashWindow: boolean;
}

const LEGACY = { mode: 'legacy', environment: {}, hasCrashWindow: true };

/** n8n 1.x has one way only. */
const SETUPS: Setup[] = isN8n1()
	? [LEGACY]
	: [LEGACY, { mode: 'durable', environment: DURABLE, hasCrashWindow: false }];

/** An n8n that is killed again and again, in one way of keeping the state of polls. */
function trialOf({ mode, environment, hasCrashWindow }: Setup): () => Promise<void> {
	const e2e = new N8nWithSandbox(`trigger-${mode}`, { ...SOON_ACTIVE, ...environment });

	return keepKilling;

	async function keepKilling(): Promise<void> {
		const { n8n, sandbox } = e2e;
		await sandbox.control.seedRuns([{ count: 3, filename: 'Before {n}', createdAgoMs: 60_000 }]);
		const workflow = await n8n.api.importWorkflow(pollingWorkflow(e2e.credentials));
		await n8n.api.activate(workflow);
		await polled();
		// With durable cursors n8n keeps nothing of the activation, only of the polls that follow.
		const runs = await sandbox.control.seedRuns([FIRST]);
		await emittedAll(workflow, runs);

		const atRisk = new Set<string>();
		for (let round = 0; round < KILLS; round++) {
			runs.push(...(await submitRuns()));
			await pause(randomInt(12_000));
			const killedAt = Date.now();
			await n8n.kill();
			// In legacy mode n8n saves the state of a poll beside the execution, not with it.
			const beingKept = hasCrashWindow ? await readSince(killedAt - CRASH_WINDOW_MS) : '';
			for (const id of runs.filter((run) => beingKept.includes(run))) atRisk.add(id);
			await n8n.startAgain();
		}
		const expected = runs.filter((id) => !atRisk.has(id));
		await emittedAll(workflow, expected);
		// Whatever came twice would come now.
		await pause(12_000);

		const executions = await emissions(workflow);
		const unlikeOne = expected.filter((id) => executions.get(id)?.length !== 1);
		const told = unlikeOne.map((id) => [id, executions.get(id)]);
		const others = [...executions.keys()].filter((id) => !runs.includes(id));
		expect({ mode, told, others }).toEqual({ mode, told: [], others: [] });
	}

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

	/** Names the runs whose details were read: a poll reads those of each run that it gives. */
	async function readSince(time: number): Promise<string> {
		const requests = await e2e.sandbox.control.requests();
		const details = requests.filter(({ endpoint, at }) => endpoint === 'details' && at >= time);
		return JSON.stringify(details.map(({ body }) => body));
	}

	/** The executions that each run came in, also those that the kill ended. */
	async function emissions({ id }: SavedWorkflow): Promise<Map<string, string[]>> {
		const executions = new Map<string, string[]>();
		for (const { id: execution, status, outputs, waiting } of await e2e.n8n.api.executions(id)) {
			// What n8n knows of a crashed node is no output; the items are still where they waited.
			const items = [...(outputs['DocScore Trigger']?.[0] ?? []), ...waiting];
			const emitted = new Set(items.flatMap(({ json }) => (json.id ? [String(json.id)] : [])));
			for (const run of emitted) {
				executions.set(run, [...(executions.get(run) ?? []), `${execution} (${status})`]);
			}
		}
		return executions;
	}

	/** Waits until nothing is missing, or for longer than any poll needs to find what is. */
	async function emittedAll(workflow: SavedWorkflow, runs: string[]): Promise<void> {
		const deadline = Date.now() + 90_000;
		let isComplete = false;
		while (!isComplete && Date.now() < deadline) {
			await pause(3_000);
			const executions = await emissions(workflow);
			isComplete = runs.every((id) => executions.has(id));
		}
	}
}

describe('the trigger, while n8n is killed again and again', () => {
	const trials = SETUPS.map(trialOf);

	// Side by side, as they mostly wait.
	it('starts the workflow exactly once for each run, whichever way n8n keeps the state', async () => {
		await Promise.all(trials.map(async (keepKilling) => await keepKilling()));
	}, 900_000);
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
			name: 'Work',
			type: 'n8n-nodes-base.wait',
			typeVersion: 1.1,
			position: [220, 0] satisfies [number, number],
			// Long enough that some of the kills end an execution.
			parameters: { resume: 'timeInterval', amount: 1, unit: 'seconds' },
		},
	],
	connections: {
		'DocScore Trigger': { main: [[{ node: 'Work', type: 'main' as const, index: 0 }]] },
	},
});
