import { EventEmitter, nextTurn, process, subscribe, unsubscribe } from '../../node';
import { callsUnderWay } from '../../sandbox/controlClient';
import { connectionsToHosts } from '../sandbox/fileHost';

/** Resources that Node.js lists while requests and files are in progress. Idle connections are not listed. */
const AT_WORK = new Set([
	'FSReqCallback',
	'FSReqPromise',
	'FileHandleCloseReq',
	'GetAddrInfoReqWrap',
	'Immediate',
	'ShutdownWrap',
	'TCPConnectWrap',
	'TCPSocketWrap',
	'WriteWrap',
]);

/** HTTP requests in progress: a socket whose content nobody reads at the moment is not listed. */
const requests = new Set<unknown>();

const START = 'http.client.request.start';

function noteRequest(message: unknown): void {
	const request: unknown = Object(message).request;
	if (!(request instanceof EventEmitter)) return;
	requests.add(request);
	request.once('close', () => requests.delete(request));
}

/** Notes requests from now on. @returns what ends it, as a worker runs one test file after another */
export function watchRequests(): () => void {
	subscribe(START, noteRequest);
	return () => void unsubscribe(START, noteRequest);
}

/** The event loop is quiet after this many turns in a row without work. */
const QUIET_TURNS = 3;

/** The maximum number of turns to check. */
const TURNS = 10;

/** Whether nothing is in progress except this many requests that wait for the clock. */
export async function becomesQuiet(waitingRequests = 0): Promise<boolean> {
	for (let turn = 0, quiet = 0; turn < TURNS; turn++) {
		await nextTurn();
		const atWork = process.getActiveResourcesInfo().filter((kind) => AT_WORK.has(kind));
		const sockets = atWork.filter((kind) => kind === 'TCPSocketWrap').length;
		const others = atWork.length - sockets + callsUnderWay() + connectionsToHosts();
		const underWay = others + Math.max(sockets, requests.size);
		quiet = underWay <= waitingRequests ? quiet + 1 : 0;
		if (quiet === QUIET_TURNS) return true;
	}
	return false;
}

/** The number of event loop turns until the work is done. */
export async function turnsDuring(work: Promise<unknown>): Promise<number> {
	let isOver = false;
	void work.finally(() => (isOver = true));
	let turns = 0;
	for (; !isOver; turns++) await nextTurn();
	await work;
	return turns;
}

/** Counts how often something happens in each turn of the event loop. */
export function countPerTurn() {
	const counts = [0];
	let isOver = false;
	const turns = async () => {
		for (; !isOver; counts.push(0)) await nextTurn();
	};
	const turning = turns();
	return {
		note: () => {
			counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
		},
		/** The counts of the turns in which it happened. */
		end: async () => {
			isOver = true;
			await turning;
			return counts.filter((count) => count > 0);
		},
	};
}
