import { findEdge } from '../runs/edge';
import { ALWAYS, type List } from '../runs/listing';
import { ServiceError } from '../service/errors';
import { FINISHED_STATUSES, OPEN_STATUSES } from '../service/types';
import type { OlderRuns } from './ledger';
import { boundsOf, Comparison } from './comparison';
import { wholeSecond } from './cut';
import { LOOKBACK_MS } from './lookback';
import { allRuns } from './newRuns';
import type { Poll } from './poll';
import { WITNESSES } from './serviceClock';

/** Up to so many runs of the past are read when a ledger begins, to remember them. */
const FEW_OF_THE_PAST = 500;

/**
 * Begins a ledger: open runs are tracked, and runs that have finished already are not emitted, save
 * those that were tracked before. Older open runs are left to `discoverOlder`.
 */
export async function begin(poll: Poll): Promise<void> {
	const { ledger, settings, tools } = poll;
	poll.beginning = true;
	const read = await readNewest(poll);
	const since = tools.clock.atLeast(poll.startedAt) - settings.overlapMs;
	if (read === ALWAYS.from) {
		const isTold = Number.isFinite(since) && ledger.style.zoned !== null;
		if (isTold) ledger.beginAt(since, since - LOOKBACK_MS);
	} else {
		if (since < read) await readSpan(poll, since, read);
		ledger.beginAt(since, await readPast(poll, since));
		const to = wholeSecond(since) + 1_000;
		ledger.older = { statuses: [...OPEN_STATUSES], from: null, to, finished: null };
	}
	poll.beginning = false;
}

/** So many times as wide is each next stretch of the past, where the ones before held too few runs. */
const WIDER = 4;

/**
 * Reads the newest runs, until enough of them tell what time it is at the service. Runs may be rare, or
 * a few of them dated hours ahead.
 * @returns from when on all are read
 */
async function readNewest(poll: Poll): Promise<number> {
	const { overlapMs } = poll.settings;
	const times = new Map<string, number>();
	const list = noting(poll.list(), times);
	const first = await list(ALWAYS);
	if (first.whole) return ALWAYS.from;
	checkDated(poll);
	const look: List = async (span, page) => (span === ALWAYS && !page ? first : list(span, page));
	let edge = await findEdge(look, 'newest');
	for (let [to, width, isNewest] = [ALWAYS.to, overlapMs, true]; ; isNewest = false) {
		let from = wholeSecond(edge - width);
		if (!(await list(boundsOf({ from, to }))).whole) {
			// So wide a stretch holds too much: what is newest in it is enough.
			if (!isNewest) [edge, width] = [await findEdge(list, 'newest', { ...ALWAYS, to }), overlapMs];
			from = wholeSecond(edge - width);
			await readSpan(poll, from, to, list);
		}
		const count = [...times.values()].filter((created) => created >= from).length;
		if (count >= WITNESSES || !Number.isFinite(from)) return from;
		[to, width] = [from, width * WIDER];
	}
}

/** The same list; `times` gets when the runs were created that it shows. */
const noting =
	(list: List, times: Map<string, number>): List =>
	async (span, page) => {
		const listing = await list(span, page);
		for (const { id, created } of listing.runs) times.set(id, created);
		return listing;
	};

/** Without times of creation, new runs cannot be told from old ones. @throws ServiceError */
function checkDated({ ledger }: Poll): void {
	if (ledger.style.zoned !== null) return;
	throw new ServiceError('The service does not tell when its runs were created', {
		description:
			'Its lists show no time of creation, without which the trigger cannot tell new runs from old ones. Use Get Many in a workflow with a schedule instead',
		outcome: 'rejected',
		transient: false,
	});
}

/** Reads a little of the past, where it is not much. @returns from when on all are known */
async function readPast(poll: Poll, since: number): Promise<number> {
	const span = { from: wholeSecond(since) - LOOKBACK_MS, to: wholeSecond(since) };
	const { whole, total } = await poll.list()(boundsOf(span));
	if (!whole && total > FEW_OF_THE_PAST) return since;
	if (!whole) await readSpan(poll, span.from, span.to);
	return span.from;
}

async function readSpan(poll: Poll, from: number, to: number, list = poll.list()): Promise<void> {
	const span = { from: wholeSecond(from), to };
	const what = { ...allRuns(poll), list: () => list };
	await poll.readAll(what, { span, statuses: [undefined], trusts: false });
}

/** Lists the open runs from before the ledger began, in as many polls as it takes. */
export async function discoverOlder(poll: Poll): Promise<void> {
	const { ledger } = poll;
	if (ledger.older?.finished === null && !(await areWhole(poll, ledger.older))) {
		ledger.older = { ...ledger.older, finished: await countFinished(poll, ledger.older.to) };
	}
	for (let { older } = ledger; older; { older } = ledger) {
		const [status, ...others] = older.statuses;
		if (status === undefined) return await endOlder(poll, older);
		await readOlder(poll, status, older);
		ledger.older = { ...older, statuses: others, from: null };
	}
}

/** Lists that fit on a page are read at once, so that no run can finish meanwhile. */
async function areWhole(poll: Poll, { statuses, to }: OlderRuns): Promise<boolean> {
	for (const status of statuses) {
		if (!(await poll.list(status)({ from: ALWAYS.from, to })).whole) return false;
	}
	poll.ledger.older = null;
	return true;
}

async function readOlder(poll: Poll, status: string, older: OlderRuns): Promise<void> {
	const span = { from: older.from ?? ALWAYS.from, to: older.to };
	const begin = () => new Comparison([{ span, statuses: [status], trusts: false }]);
	// Runs of the other status are not missing.
	const what = { ...allRuns(poll), missing: undefined };
	await poll.compare(`older ${status}`, what, begin, (to) => {
		if (Number.isFinite(to)) poll.ledger.older = { ...older, from: Math.floor(to) };
	});
}

async function countFinished(poll: Poll, to: number): Promise<number> {
	let count = 0;
	for (const status of FINISHED_STATUSES) {
		count += (await poll.list(status)({ from: ALWAYS.from, to })).total;
	}
	return Number.isFinite(count) ? count : 0;
}

/** Runs that finished while the open ones were listed cannot be told from those of the past. */
async function endOlder(poll: Poll, { to, finished }: OlderRuns): Promise<void> {
	const { ledger, tools } = poll;
	const more = (await countFinished(poll, to)) - (finished ?? Number.POSITIVE_INFINITY);
	ledger.older = null;
	if (more > 0) tools.log(missed(more));
}

const missed = (count: number): string =>
	`${count} older runs may have finished while the trigger began to track the open ones: they are not emitted. Get Many finds them`;
