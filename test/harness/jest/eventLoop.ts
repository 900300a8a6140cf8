import { nextTurn, process } from '../../node';
import { callsUnderWay } from '../../sandbox/controlClient';

/** What Node lists while requests and files are at work; idle connections are not listed. */
const AT_WORK = new Set([
	'FSReqCallback',
	'FSReqPromise',
	'FileHandleCloseReq',
	'GetAddrInfoReqWrap',
	'Immediate',
	'TCPSocketWrap',
]);

/** So many turns of the event loop in a row without work make it quiet. */
const QUIET_TURNS = 3;

/** Most turns that are looked at. */
const TURNS = 10;

/** Whether nothing is at work but so many requests whose answer is known to come later. */
export async function becomesQuiet(waitingRequests = 0): Promise<boolean> {
	for (let turn = 0, quiet = 0; turn < TURNS; turn++) {
		await nextTurn();
		const atWork = process.getActiveResourcesInfo().filter((kind) => AT_WORK.has(kind));
		quiet = atWork.length + callsUnderWay() <= waitingRequests ? quiet + 1 : 0;
		if (quiet === QUIET_TURNS) return true;
	}
	return false;
}

/** How many turns of the event loop others have until the work is done. */
export async function turnsDuring(work: Promise<unknown>): Promise<number> {
	let isOver = false;
	void work.finally(() => (isOver = true));
	let turns = 0;
	for (; !isOver; turns++) await nextTurn();
	await work;
	return turns;
}
