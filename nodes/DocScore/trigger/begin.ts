import { CreationWalk, readSpan } from '../runs/creationWalk';
import { findEdge } from '../runs/edge';
import { ALWAYS, type List, type Span } from '../runs/listing';
import { withMargin } from '../runs/narrowing';
import { ServiceError } from '../service/errors';
import { FINISHED_STATUSES, OPEN_STATUSES } from '../service/types';
import type { OlderRuns } from './ledger';
import { LOOKBACK_MS } from './lookback';
import { EnoughListed, type Poll } from './poll';
import { WITNESSES } from './serviceClock';

/** Up to so many runs of the past are read when a ledger begins, to remember them. */
const FEW_OF_THE_PAST = 500;

/**
 * Begins a ledger: open runs are tracked, and runs that have finished already are not emitted, save
 * those that were tracked before. Older open runs are left to `discoverOlder`.
 */
export async function begin(poll: Poll): Promise<void> {
	const { ledger, settings, tools } = poll;
	const list = poll.list();
	poll.beginning = true;
	const read = await readNewest(poll);
	const since = tools.clock.atLeast(poll.startedAt) - settings.overlapMs;
	if (read === ALWAYS.from) {
		const isTold = Number.isFinite(since) && ledger.style.zoned !== null;
		if (isTold) ledger.beginAt(since, since - LOOKBACK_MS);
	} else {
		if (since < read) await readSpan(list, { from: since, to: read });
		ledger.beginAt(since, await readPast(list, since));
		const to = Math.ceil(since);
		ledger.older = { statuses: [...OPEN_STATUSES], from: null, to, finished: null };
	}
	poll.beginning = false;
}

/**
 * Reads the newest runs, until enough of them tell what time it is at the service.
 * @returns from when on all are read
 */
async function readNewest(poll: Poll): Promise<number> {
	const list = poll.list();
	const times = new Map<string, number>();
	const noting: List = async (span, page) => {
		const listing = await list(span, page);
		for (const { id, created } of listing.runs) times.set(id, created);
		return listing;
	};
	if ((await noting(ALWAYS)).whole) return ALWAYS.from;
	checkDated(poll);
	for (let { to } = ALWAYS; ; ) {
		const edge = await findEdge(noting, 'newest', { from: ALWAYS.from, to });
		const from = edge - poll.settings.overlapMs;
		await readSpan(noting, { from, to });
		const count = [...times.values()].filter((created) => created >= from).length;
		if (count >= WITNESSES || !Number.isFinite(from)) return from;
		to = from;
	}
}

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
async function readPast(list: List, since: number): Promise<number> {
	const span = { from: since - LOOKBACK_MS, to: since };
	const { whole, total } = await list(withMargin(span));
	if (!whole && total > FEW_OF_THE_PAST) return since;
	if (!whole) await readSpan(list, span);
	return span.from;
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
		if (!(await poll.list(status)(withMargin({ from: ALWAYS.from, to }))).whole) return false;
	}
	poll.ledger.older = null;
	return true;
}

async function readOlder(poll: Poll, status: string, older: OlderRuns): Promise<void> {
	const span: Span = { from: older.from ?? ALWAYS.from, to: older.to };
	// The first steps are taken in each poll, so that it comes to an end.
	const walk = await CreationWalk.begin(poll.list(status), span, { shrinks: true });
	for await (const reached of walk.steps()) {
		poll.ledger.older = { ...older, from: Math.floor(reached) };
		if (reached < span.to && poll.tools.enoughListed()) throw new EnoughListed();
	}
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
