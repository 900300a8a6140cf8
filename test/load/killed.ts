import type { Worker } from '../e2e/harness/n8n';
import { pause, readFile } from '../node';
import { type Document, makeDocuments } from './documents';
import type { Executions, ListedExecution } from './executions';
import type { Measured } from './measured';
import type { LoadEnvironment } from './loadEnvironment';
import {
	AFTERWARDS_MS,
	countEach,
	endOf,
	GIVES_UP_AFTER_MS,
	reasonsOf,
	seenByService,
	type Started,
	startAll,
} from './round';
import type { Scenario } from './scenarios';

const LOOKS_EVERY_MS = 500;

/** A worker with a free slot takes the next execution at once, so one that is idle this long is done. */
const IDLE_FOR_MS = 5_000;

/**
 * Sends the documents, kills a worker when half of them are submitted, and sends the documents of that
 * worker again, because n8n does not repeat their executions. All other failures count.
 */
export async function measureKill(
	{ environment, executions }: { environment: LoadEnvironment; executions: Executions },
	scenario: Scenario,
	series: string,
): Promise<Measured> {
	const [victim] = environment.workers;
	if (victim === undefined) throw new Error('There is no worker to kill');
	await environment.sandbox.control.clearRequests();
	const documents = makeDocuments(scenario.executions, series, false);
	const firstAt = Date.now();
	const sending = startAll(environment, executions, documents);
	await untilHalfSubmitted(environment, documents);
	await victim.kill();
	const { started, rejections, startedAt } = await sending;
	const lost = await lostWith(victim, { environment, executions }, started);

	const again = await startAll(environment, executions, lost);
	const lostOnes = new Set(lost.map(({ execution }) => execution));
	const toEnd = [...started.filter(({ execution }) => !lostOnes.has(execution)), ...again.started];
	const ended = await endedOf(toEnd, executions, (found) => found.size === toEnd.length);
	const lastAt = Math.max(...toEnd.map(({ execution }) => endOf(ended.get(execution))));
	const reasons = await reasonsOf(executions, toEnd, ended);
	await pause(AFTERWARDS_MS);
	return {
		executions: documents.length,
		failures: countEach([...rejections, ...again.rejections, ...reasons]),
		lost: lost.length,
		cancelled: { wanted: 0, were: 0 },
		...(await seenByService(environment, documents)),
		startedWithin: (startedAt - firstAt) / 1_000,
		seconds: (lastAt - firstAt) / 1_000,
	};
}

async function untilHalfSubmitted(
	{ sandbox }: LoadEnvironment,
	documents: Document[],
): Promise<void> {
	const before = (await sandbox.control.runs()).length;
	const deadline = Date.now() + GIVES_UP_AFTER_MS;
	while (Date.now() < deadline) {
		if ((await sandbox.control.runs()).length - before >= documents.length / 2) return;
		await pause(LOOKS_EVERY_MS);
	}
	throw new Error('Not even half of the documents were submitted');
}

/**
 * The executions that neither succeeded nor were taken over by another worker, as soon as the other workers
 * are idle. n8n itself marks them as crashed about two minutes later.
 */
async function lostWith(
	victim: Worker,
	{ environment, executions }: { environment: LoadEnvironment; executions: Executions },
	started: Started[],
): Promise<Started[]> {
	const others = environment.workers.filter((worker) => worker !== victim);
	let taken = new Set<string>();
	let idleSince = Date.now();
	const ended = await endedOf(started, executions, async (found) => {
		const before = taken.size;
		taken = await takenBy(others);
		const isBusy = started.some((each) => taken.has(each.execution) && !found.has(each.execution));
		if (isBusy || taken.size > before) idleSince = Date.now();
		return Date.now() - idleSince > IDLE_FOR_MS;
	});
	const endedWell = ({ execution }: Started) => ended.get(execution)?.status === 'success';
	return started.filter((each) => !taken.has(each.execution) && !endedWell(each));
}

/** IDs of the executions that these workers have started, from their logs. */
async function takenBy(workers: Worker[]): Promise<Set<string>> {
	const logs = await Promise.all(workers.map(async ({ log }) => await readFile(log, 'utf8')));
	const begun = logs.flatMap((log) => [...log.matchAll(/Worker started execution (\d+)/g)]);
	return new Set(begun.map(([, id = '']) => id));
}

/** Waits until enough of the executions have ended, or until the deadline. Returns the ended ones by ID. */
async function endedOf(
	started: Started[],
	executions: Executions,
	areEnough: (ended: Map<string, ListedExecution>) => Promise<boolean> | boolean,
): Promise<Map<string, ListedExecution>> {
	const ids = started.map(({ execution }) => execution);
	const deadline = Date.now() + GIVES_UP_AFTER_MS;
	for (;;) {
		// Under load, n8n may respond that its database is not ready.
		const ended = await executions.ended(ids).catch((error: unknown) => {
			if (Date.now() > deadline) throw error;
			return new Map<string, ListedExecution>();
		});
		if ((await areEnough(ended)) || Date.now() > deadline) return ended;
		await pause(LOOKS_EVERY_MS);
	}
}
