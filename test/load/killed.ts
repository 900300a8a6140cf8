import type { Worker } from '../e2e/harness/n8n';
import { pause, readFile } from '../node';
import { type Document, makeDocuments } from './documents';
import type { Executions, ListedExecution } from './executions';
import type { Measured } from './measured';
import type { Place } from './place';
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

/**
 * Sends the documents, kills a worker when half of them are submitted, and sends again what it had: n8n
 * lets such executions fail. Anything else that fails is a failure.
 */
export async function measureKill(
	{ place, executions }: { place: Place; executions: Executions },
	scenario: Scenario,
	series: string,
): Promise<Measured> {
	const [victim] = place.workers;
	if (victim === undefined) throw new Error('There is no worker to kill');
	await place.sandbox.control.clearRequests();
	const documents = makeDocuments(scenario.executions, series, false);
	const firstAt = Date.now();
	const sending = startAll(place, executions, documents);
	await untilHalfSubmitted(place, documents);
	await victim.kill();
	const { started, refusals, startedAt } = await sending;
	const lost = await lostWith(victim, executions, started);

	const again = await startAll(place, executions, lost);
	const lostOnes = new Set(lost.map(({ execution }) => execution));
	const toEnd = [...started.filter(({ execution }) => !lostOnes.has(execution)), ...again.started];
	const ended = await allEnded(executions, (found) => toEnd.every((each) => has(found, each)));
	const lastAt = Math.max(...toEnd.map(({ execution }) => endOf(ended.get(execution))));
	const reasons = await reasonsOf(executions, toEnd, ended);
	await pause(AFTERWARDS_MS);
	return {
		executions: documents.length,
		failures: countEach([...refusals, ...again.refusals, ...reasons]),
		lost: lost.length,
		cancelled: { wanted: 0, were: 0 },
		...(await seenByService(place, documents)),
		startedWithin: (startedAt - firstAt) / 1_000,
		seconds: (lastAt - firstAt) / 1_000,
	};
}

async function untilHalfSubmitted({ sandbox }: Place, documents: Document[]): Promise<void> {
	const before = (await sandbox.control.runs()).length;
	const deadline = Date.now() + GIVES_UP_AFTER_MS;
	while (Date.now() < deadline) {
		if ((await sandbox.control.runs()).length - before >= documents.length / 2) return;
		await pause(LOOKS_EVERY_MS);
	}
	throw new Error('Not even half of the documents were submitted');
}

/** What the worker had taken and not finished, once all others have ended. */
async function lostWith(
	{ log }: Worker,
	executions: Executions,
	started: Started[],
): Promise<Started[]> {
	const said = await readFile(log, 'utf8');
	const taken = new Set(
		Array.from(said.matchAll(/Worker started execution (\d+)/g), ([, id = '']) => id),
	);
	const ended = await allEnded(executions, (found) =>
		started.every((each) => taken.has(each.execution) || has(found, each)),
	);
	return started.filter(({ execution }) => {
		const status = ended.get(execution)?.status;
		// It may have been about to take one up, which n8n gives up after a while.
		return (taken.has(execution) && status !== 'success') || status === 'crashed';
	});
}

const has = (ended: Map<string, ListedExecution>, { execution }: Started) => ended.has(execution);

/** Those that have ended by their id, once they are enough, or at last. */
async function allEnded(
	executions: Executions,
	areEnough: (ended: Map<string, ListedExecution>) => boolean,
): Promise<Map<string, ListedExecution>> {
	const deadline = Date.now() + GIVES_UP_AFTER_MS;
	for (;;) {
		// Under load n8n may answer that its database is not ready.
		const found = await executions.ended().catch(() => []);
		const ended = new Map(found.map((each) => [each.id, each]));
		if (areEnough(ended) || Date.now() > deadline) return ended;
		await pause(LOOKS_EVERY_MS);
	}
}
