import { readSpan } from '../runs/creationWalk';
import { ALWAYS, type Span } from '../runs/listing';
import { withMargin } from '../runs/narrowing';
import { SHARPNESS_MS } from '../runs/serviceTime';
import { readPages } from '../runs/shiftingPages';
import { FINISHED_STATUSES, MAX_PAGE_SIZE, OPEN_STATUSES } from '../service/types';
import { UNDATED } from './ledger';
import type { Poll } from './poll';

/** Up to this many runs are simply asked for, one by one. */
const FEW = 3;

/** Open runs that are looked for in each poll although nothing seems to have changed. */
const SPOT_CHECK_SIZE = Math.floor(MAX_PAGE_SIZE * 0.7);

/** Finished runs are listed where at most so many of them come on each one looked for. */
const MOST_HISTORY = 100;

/** An open run that was not listed in this poll. */
interface KnownRun {
	id: string;
	created: number;
}

/**
 * Finds, among the open runs that were not listed yet, those that may have finished: they are in
 * neither list of open runs. A total can deceive, when an unknown run stands for a finished one, so
 * some runs are looked for in each poll even though the totals agree.
 */
export async function reconcile(poll: Poll): Promise<void> {
	const { ledger, tools } = poll;
	const own: KnownRun[] = [];
	for (const [id, { created, inherited }] of ledger.open) {
		const isListed = created >= poll.listedFrom || created === UNDATED;
		const isListable = !inherited && !isListed && tools.postponed.readings(id) === 0;
		if (isListable) own.push({ id, created });
		else if (!inherited || ledger.older === null) addUnlisted(poll, [{ id }]);
	}
	own.sort((a, b) => a.created - b.created);
	const span = spanOf(poll, own);
	const totalsAgree = await addMissing(poll, own, span, OPEN_STATUSES);
	if (!totalsAgree || tools.enoughListed()) return;
	const checked = nextSpotCheck(poll, own, span);
	await addMissing(poll, checked.runs, checked.span, OPEN_STATUSES);
}

/**
 * Adds the runs that are in none of the lists to the candidates. Where a list does not fit on a page,
 * it is looked for in halves of the span, unless as many runs are open in all as are known.
 *
 * With pages of 100 and 250 known runs: `pending` lists 40 of them whole, and `processing` counts 209
 * where 210 are left, so one has finished. In the later half of the span `processing` counts 105 for
 * 105, which is left at that; in the earlier half 104 for 105, which is halved again. Of these two
 * quarters, each listed whole, one shows 52 of 53 runs: the one that it lacks is the candidate.
 * @returns whether the lists were left at that, because the totals agree
 */
async function addMissing(
	poll: Poll,
	runs: KnownRun[],
	span: Span,
	statuses: readonly string[],
): Promise<boolean> {
	if (runs.length <= FEW) addUnlisted(poll, runs);
	if (runs.length <= FEW || poll.tools.enoughListed()) return false;
	const { missing, dense, total } = await lookFor(poll, runs, span, statuses);
	if (dense.length === 0) {
		addUnlisted(poll, missing);
		return false;
	}
	if (total === missing.length) return true;
	const isWhole = statuses === OPEN_STATUSES;
	if (isWhole && (await listFinished(poll, span, missing.length - total))) {
		const others = runs.filter(({ id }) => poll.ledger.open.has(id) && !poll.candidates.has(id));
		return await addMissing(poll, others, span, statuses);
	}
	const middle = cutNear(missing, missing.length >> 1);
	if (middle === null) {
		for (const status of dense) await readPages(poll.list(status), span);
		addUnlisted(poll, runs);
	} else {
		const { index, moment } = middle;
		await addMissing(poll, missing.slice(0, index), { from: span.from, to: moment }, dense);
		await addMissing(poll, missing.slice(index), { from: moment, to: span.to }, dense);
	}
	return false;
}

/**
 * Lists the runs of a span that have finished, where these are not many more than those looked for.
 * @returns whether there were such among the open ones
 */
async function listFinished(poll: Poll, span: Span, wanted: number): Promise<boolean> {
	if (poll.ledger.older !== null) return false;
	const found = () => poll.candidates.size - poll.ledger.open.size;
	const before = found();
	for (const status of FINISHED_STATUSES) {
		const list = poll.hurriedList(status);
		if ((await list(withMargin(span))).total > MOST_HISTORY * wanted) return false;
		await readSpan(list, span);
	}
	return found() > before;
}

/** Looks at the first page of each list: a whole one tells of each run, a dense one only a total. */
async function lookFor(poll: Poll, runs: KnownRun[], span: Span, statuses: readonly string[]) {
	let missing = runs;
	let total = 0;
	const dense: string[] = [];
	for (const status of statuses) {
		const listing = await poll.list(status)(span);
		if (listing.whole) {
			const found = new Set(listing.runs.map(({ id }) => id));
			missing = missing.filter(({ id }) => !found.has(id));
		} else {
			dense.push(status);
			total += listing.total;
		}
	}
	return { missing, dense, total };
}

function addUnlisted({ listed, candidates }: Poll, runs: Array<{ id: string }>): void {
	for (const { id } of runs) if (!listed.has(id)) candidates.add(id);
}

/** Where to part runs in order of creation, between two moments; null if there is no such place. */
function cutNear(runs: KnownRun[], near: number): { index: number; moment: number } | null {
	const at = runs[near];
	if (!at) return null;
	const first = runs.findIndex(({ created }) => created === at.created);
	const index = first > 0 ? first : runs.findIndex(({ created }) => created > at.created);
	const before = runs[index - 1];
	const after = runs[index];
	if (!before || !after) return null;
	return { index, moment: (before.created + after.created) / 2 };
}

/** The span in which these runs, in order of creation, lie alone as far as is known. */
function spanOf({ ledger }: Poll, runs: KnownRun[]): Span {
	const [first] = runs;
	const last = runs.at(-1);
	if (!first || !last) return ALWAYS;
	let to = last.created + SHARPNESS_MS;
	for (const { created } of ledger.open.values()) {
		if (created > last.created) to = Math.min(to, (last.created + created) / 2);
	}
	return { from: first.created - SHARPNESS_MS, to };
}

/** The next ones of all runs to look for, and a span of their own. */
function nextSpotCheck({ tools: { spotCheck } }: Poll, runs: KnownRun[], { from, to }: Span) {
	const start = spotCheck.next < runs.length ? spotCheck.next : 0;
	spotCheck.next = start + SPOT_CHECK_SIZE;
	const begin = start === 0 ? null : cutNear(runs, start);
	const end = cutNear(runs, spotCheck.next);
	return {
		runs: runs.slice(begin?.index, end?.index),
		span: { from: begin?.moment ?? from, to: end?.moment ?? to },
	};
}
