import { pause } from '../node';
import { type Document, eachAtOnce, makeDocuments } from './documents';
import { Executions, type ListedExecution } from './executions';
import { boundSeconds } from './goals';
import type { Measured } from './measured';
import { WITH_TIMEOUT, WITHOUT_TIMEOUT, type LoadEnvironment } from './loadEnvironment';
import type { Scenario } from './scenarios';

/** A document, and the execution that n8n started for it. */
export interface Started extends Document {
	execution: string;
}

/** Simultaneous connections that call webhooks. */
const CONNECTIONS = 50;

/** Executions are stopped after these times, all of them before a run can be processed. */
const STOPPED_AFTER_MS = [1_000, 3_000, 5_000, 7_000];

/** Long after everything should have ended. */
export const GIVES_UP_AFTER_MS = 300_000;

/** n8n adds a stack trace to its error responses. */
const REASON_LENGTH = 100;

/** Tries to call a webhook if n8n is overloaded. */
const TRIES = 5;

/** A cancelled execution may still have a request in progress. */
export const AFTERWARDS_MS = 2_000;

/** Calls all webhooks and measures until the last execution has ended. */
export async function measureRound(
	{ environment, executions }: { environment: LoadEnvironment; executions: Executions },
	scenario: Scenario,
	series: string,
): Promise<Measured> {
	await environment.sandbox.control.clearRequests();
	const documents = makeDocuments(scenario.executions, series, scenario.cancels === true);
	const firstAt = Date.now();
	const { started, rejections, startedAt } = await startAll(environment, executions, documents);
	await executions.allEnd(Date.now() + GIVES_UP_AFTER_MS + 1_000 * (boundSeconds(scenario) ?? 0));
	const ended = await executions.ended(started.map(({ execution }) => execution));
	const lastAt = Math.max(...started.map(({ execution }) => endOf(ended.get(execution))));

	const toEnd = started.filter(({ fate }) => fate === 'ends');
	const toCancel = started.filter(({ fate }) => fate !== 'ends');
	const cancelled = toCancel.filter(({ execution }) => ended.get(execution)?.status === 'canceled');
	const reasons = await reasonsOf(executions, toEnd, ended);
	await pause(AFTERWARDS_MS);
	return {
		executions: documents.length,
		failures: countEach([...rejections, ...reasons]),
		cancelled: { wanted: toCancel.length, were: cancelled.length },
		...(await seenByService(environment, documents)),
		startedWithin: (startedAt - firstAt) / 1_000,
		seconds: (lastAt - firstAt) / 1_000,
	};
}

/** The reasons why executions did not succeed. */
export async function reasonsOf(
	executions: Executions,
	started: Started[],
	ended: Map<string, ListedExecution>,
): Promise<string[]> {
	const reasons: string[] = [];
	await eachAtOnce(started, CONNECTIONS, async ({ execution }) => {
		const found = ended.get(execution);
		if (found === undefined) reasons.push('It has not ended');
		else if (found.status !== 'success') reasons.push(await executions.errorOf(found));
	});
	return reasons;
}

export function countEach(texts: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return counts;
}

export const endOf = (execution?: ListedExecution): number =>
	execution?.stoppedAt ? Date.parse(execution.stoppedAt) : Date.now();

/** Calls a webhook, and tries again if n8n is overloaded, as callers of webhooks do. */
async function call(webhook: string, body: object): Promise<Response> {
	for (let tried = 1; ; tried++) {
		const response = await fetch(webhook, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		if (response.status !== 503 || tried === TRIES) return response;
		await pause(tried * 1_000);
	}
}

/** Calls the webhooks as fast as n8n accepts them, and stops the executions that should be stopped. */
export async function startAll(
	environment: LoadEnvironment,
	executions: Executions,
	documents: Document[],
) {
	const started: Started[] = [];
	const rejections: string[] = [];
	const stops: Array<Promise<void>> = [];
	await eachAtOnce(documents, CONNECTIONS, async (document) => {
		const workflow = document.fate === 'timesOut' ? WITH_TIMEOUT : WITHOUT_TIMEOUT;
		const url = 'http://127.0.0.1/invoice.pdf';
		const response = await call(environment.webhook(workflow), { url, name: document.name });
		const execution = await response.text();
		if (!response.ok)
			return void rejections.push(
				`Webhook: ${response.status} ${execution.slice(0, REASON_LENGTH)}`,
			);
		started.push({ ...document, execution });
		if (document.fate === 'isStopped') {
			const after = STOPPED_AFTER_MS[stops.length % STOPPED_AFTER_MS.length];
			stops.push(pause(after).then(async () => await executions.stop(execution)));
		}
	});
	const startedAt = Date.now();
	await Promise.all(stops);
	return { started, rejections, startedAt };
}

/** The submissions and requests that the sandbox counted for these documents. */
export async function seenByService(
	{ sandbox: { control } }: LoadEnvironment,
	documents: Document[],
) {
	const times = new Map<string, number>(documents.map(({ name }) => [name, 0]));
	for (const { filename } of await control.runs()) {
		const before = times.get(filename);
		if (before !== undefined) times.set(filename, before + 1);
	}
	const wanted = documents.filter(({ fate }) => fate === 'ends');
	const requests = await control.requests();
	return {
		submitted: {
			wanted: wanted.length,
			once: wanted.filter(({ name }) => times.get(name) === 1).length,
		},
		duplicates: [...times.values()].reduce((sum, count) => sum + Math.max(0, count - 1), 0),
		requests: requests.length,
		rateLimited: requests.filter(({ status }) => status === 429).length,
	};
}
