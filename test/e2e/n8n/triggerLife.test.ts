import type { INode } from 'n8n-workflow';
import { randomInt } from 'crypto';
import { pause, process } from '../../node';
import type { SeedSpec } from '../../sandbox/records';
import { type History, judgeEmissions } from '../harness/judgeEmissions';
import { HistoryRecord } from '../harness/historyRecord';
import { everyFiveSeconds } from '../harness/pollTimes';
import { isN8n1 } from '../harness/release';
import { N8nWithSandbox } from '../harness/withN8n';

const KILLS = Number(process.env.DOCSCORE_KILLS ?? 10);
const RUNS_A_ROUND = 6;

/** Longer than any poll needs to find what is missing. */
const EMITTED_WITHIN_MS = 90_000;

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

/** Failed runs are not wanted. */
const EVENTS = ['completed'];

/** They finished before the trigger began. */
const BEFORE = {
	count: 3,
	filename: 'Before {n}',
	createdAgoMs: 60_000,
	durations: { pendingMs: 1_000, processingMs: 1_000 },
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
	const e2e = new N8nWithSandbox(`trigger-${mode}`, {
		environment: { ...SOON_ACTIVE, ...environment },
	});

	return keepKilling;

	async function keepKilling(): Promise<void> {
		const { n8n, sandbox } = e2e;
		await sandbox.control.seedRuns([BEFORE]);
		const workflow = await n8n.api.importWorkflow(pollingWorkflow(e2e.credentials));
		await n8n.api.activate(workflow);
		await polled();
		const record = new HistoryRecord(e2e, workflow, 'DocScore Trigger', EVENTS);
		// With durable cursors n8n keeps nothing of the activation, only of the polls that follow.
		await sandbox.control.seedRuns([FIRST]);
		await record.until(isAllEmitted, EMITTED_WITHIN_MS);

		for (let round = 0; round < KILLS; round++) {
			const [deleted] = await sandbox.control.seedRuns(runsOfRound());
			await pause(randomInt(6_000));
			if (deleted !== undefined) await record.deleteRun(deleted);
			await pause(randomInt(6_000));
			const from = Date.now() - CRASH_WINDOW_MS;
			await n8n.kill();
			// In legacy mode n8n saves the state of a poll beside the execution, not with it.
			if (hasCrashWindow) record.unsaved.push({ from, to: Date.now() });
			await n8n.startAgain();
		}
		await record.until(isAllEmitted, EMITTED_WITHIN_MS);
		// Whatever came twice would come now.
		await pause(12_000);

		const judged = judgeEmissions(await record.save(`trigger-${mode}`));
		const { owed, emitted, excused, faults } = judged;
		const counts = `${owed} runs owed, ${emitted} emitted, ${excused} excused`;
		process.stdout.write(`${mode}, ${KILLS} kills: ${counts}, ${faults.length} faults\n`);
		expect({ mode, ...judged }).toMatchObject({ mode, faults: [] });
		expect(owed).toBeGreaterThan(KILLS);
	}

	async function polled(): Promise<void> {
		while ((await e2e.sandbox.control.counts()).query.total === 0) await pause(250);
	}
}

/** Whether all runs have come to their end, and none of them is missing. */
const isAllEmitted = (history: History): boolean =>
	history.runs.every(({ finished, deleted }) => finished !== null || deleted !== null) &&
	judgeEmissions(history).faults.every(({ kind }) => kind !== 'lost');

/** Runs that finish within the next seconds, before and after the kill; some of them fail. */
function runsOfRound(): SeedSpec[] {
	return Array.from({ length: RUNS_A_ROUND }, (_, index) => ({
		durations: { pendingMs: randomInt(4_000), processingMs: randomInt(16_000) },
		...(index % 3 === 2 && { failureReason: 'It was blank' }),
	}));
}

describe('the trigger, while n8n is repeatedly killed,', () => {
	const trials = SETUPS.map(trialOf);

	// Side by side, as they mostly wait.
	it("starts the workflow exactly once for each run, with each of n8n's states", async () => {
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
			parameters: { pollTimes: { item: everyFiveSeconds }, events: EVENTS },
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
