import type { INode } from 'n8n-workflow';
import { randomInt } from 'crypto';
import { pause, process } from '../../node';
import type { SeedSpec } from '../../sandbox/records';
import { type History, judgeEmissions } from '../harness/judgeEmissions';
import { HistoryRecord } from '../harness/historyRecord';
import { everyFiveSeconds } from '../harness/pollTimes';
import { isN8n1 } from '../harness/release';
import { N8nWithSandbox } from '../harness/withN8n';

// A lost run is a fault, even if another try loses none.
jest.retryTimes(0);

const KILLS = Number(process.env.DOCSCORE_KILLS ?? 10);
const RUNS_A_ROUND = 6;

/** More time than any poll needs to emit what is missing. */
const EMITTED_WITHIN_MS = 90_000;

/** For this many ms before a kill, n8n may not have saved both the result of a poll and its state. */
const CRASH_WINDOW_MS = 3_000;

/** By default, a kill while n8n activates the workflow would delay the next polls by two minutes. */
const SOON_ACTIVE = {
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '10',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '2000',
};

const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

/** Failed runs do not start the workflow. */
const EVENTS = ['completed'];

/** Runs that finished before the trigger started. */
const BEFORE = {
	count: 3,
	filename: 'Before {n}',
	createdAgoMs: 60_000,
	durations: { pendingMs: 1_000, processingMs: 1_000 },
};

/** A run that finishes after the trigger has begun, however long that takes. */
const FIRST = { filename: 'First', durations: { pendingMs: 5_000, processingMs: 5_000 } };

interface Setup {
	mode: string;
	environment: Record<string, string>;
	/** Whether a kill can happen between saving the result of a poll and saving its state. */
	hasCrashWindow: boolean;
}

const LEGACY = { mode: 'legacy', environment: {}, hasCrashWindow: true };

/** n8n 1.x has only the legacy mode. */
const SETUPS: Setup[] = isN8n1()
	? [LEGACY]
	: [LEGACY, { mode: 'durable', environment: DURABLE, hasCrashWindow: false }];

/** Starts an n8n that stores poll state in this mode. The returned function kills it again and again. */
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
		// With durable cursors, n8n saves no state at activation, only after a poll.
		await sandbox.control.seedRuns([FIRST]);
		await record.until(isAllEmitted, EMITTED_WITHIN_MS);

		for (let round = 0; round < KILLS; round++) {
			const [deleted] = await sandbox.control.seedRuns(runsOfRound());
			await pause(randomInt(6_000));
			if (deleted !== undefined) await record.deleteRun(deleted);
			await pause(randomInt(6_000));
			const from = Date.now() - CRASH_WINDOW_MS;
			await n8n.kill();
			// In legacy mode, n8n saves the state of a poll separately from its execution.
			if (hasCrashWindow) record.unsaved.push({ from, to: Date.now() });
			await n8n.startAgain();
		}
		await record.until(isAllEmitted, EMITTED_WITHIN_MS);
		// Repeated runs would be emitted by now.
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

/** Whether all runs have finished or are deleted, and none is lost. */
const isAllEmitted = (history: History): boolean =>
	history.runs.every(({ finished, deleted }) => finished !== null || deleted !== null) &&
	judgeEmissions(history).faults.every(({ kind }) => kind !== 'lost');

/** Runs that finish within the next seconds, before and after the kill. Some fail. */
function runsOfRound(): SeedSpec[] {
	return Array.from({ length: RUNS_A_ROUND }, (_, index) => ({
		durations: { pendingMs: randomInt(4_000), processingMs: randomInt(16_000) },
		...(index % 3 === 2 && { failureReason: 'It was blank' }),
	}));
}

describe('the trigger, while n8n is repeatedly killed,', () => {
	const trials = SETUPS.map(trialOf);

	// They run at the same time, because they mostly wait.
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
			// Long enough that some kills interrupt an execution.
			parameters: { resume: 'timeInterval', amount: 1, unit: 'seconds' },
		},
	],
	connections: {
		'DocScore Trigger': { main: [[{ node: 'Work', type: 'main' as const, index: 0 }]] },
	},
});
