import { ALWAYS } from '../runs/listing';
import { boundsOf, type Compared, Comparison, within } from './comparison';
import { wholeSecond } from './cut';
import { UNDATED } from './ledger';
import type { Poll } from './poll';

/** New runs are listed again for so long in ms, as many show up a little late. */
const LAG_MS = 60_000;

/** All runs of the ledger, and those that are open of them have finished where no list shows them. */
export function allRuns(poll: Poll): Compared {
	const { ledger, candidates } = poll;
	return {
		list: (status) => poll.list(status),
		known: (span) => {
			const open = within(createdOf(ledger.open), span);
			return new Map([...open, ...within(dated(ledger.done), span)]);
		},
		missing: (ids) => {
			for (const id of ids) if (ledger.open.has(id)) candidates.add(id);
		},
	};
}

/** Runs and when they were created, in ms since 1970, without those of which no list tells that. */
export function* createdOf(
	runs: Iterable<[string, { created: number }]>,
): Generator<[string, number]> {
	for (const [id, { created }] of runs) if (created !== UNDATED) yield [id, created];
}

function* dated(runs: Iterable<[string, number]>): Generator<[string, number]> {
	for (const run of runs) if (run[1] !== UNDATED) yield run;
}

/**
 * Finds the runs that are new since the last poll, and those that show up late. What was listed stays
 * known, and how far listing came is kept, so a poll goes on where the one before was cut short.
 */
export async function findNew(poll: Poll): Promise<void> {
	const { ledger, tools } = poll;
	const { comparisons } = tools.progress;
	const what = allRuns(poll);
	const span = { from: ledger.horizon ?? ledger.beginning, to: ALWAYS.to };
	const first = await poll.list()(boundsOf(span));
	poll.sawAll = first.whole;
	if (first.whole) {
		comparisons.delete('new');
		comparisons.delete('late');
		const shown = new Set(first.runs.map(({ id }) => id));
		what.missing?.([...what.known(span).keys()].filter((id) => !shown.has(id)));
		poll.listedFrom = span.from;
		poll.isSearched = true;
		return;
	}
	const isCounted = Number.isFinite(first.total);
	poll.isCounted = isCounted;
	const excess = () => first.total - what.known(span).size;
	const isUnder = comparisons.has('new') || comparisons.has('late');
	// Until a moment is settled, nothing would read what a count hides.
	poll.isSearched = !isUnder && ledger.since !== null && excess() === tools.excess.runs;
	if (poll.isSearched) return;
	const before = what.known(span).size;
	const start = Math.max(span.from, ledger.reached ?? span.from, ledger.since ?? span.from);
	await listNew(poll, what, wholeSecond(start), isCounted);
	// What is earlier is found by counts, where there are any.
	const late = { from: span.from, to: wholeSecond(start) };
	if (isCounted && late.from < late.to) {
		const begin = () => new Comparison([{ span: late, statuses: [undefined], trusts: true }]);
		await poll.compare('late', what, begin);
	}
	// What has shown up since a comparison began is not searched yet, and no excess.
	poll.isSearched = !isUnder;
	const isSame = isCounted && !isUnder && what.known(span).size === before;
	tools.excess.runs = isSame ? excess() : 0;
}

/** @param isCounted whether what was listed already can be compared by its total */
async function listNew(
	poll: Poll,
	what: Compared,
	from: number,
	isCounted: boolean,
): Promise<void> {
	const { ledger, tools } = poll;
	const { clock, progress } = tools;
	// What is listed tells more exactly what time it was.
	const limit = () => clock.atLeast(poll.startedAt) - LAG_MS;
	const known = isCounted ? Math.max(from, wholeSecond(progress.listedUntil)) : from;
	const spans = [
		{ from, to: known },
		{ from: known, to: ALWAYS.to },
	].filter((span) => span.from < span.to);
	const asked = spans.map((span) => ({ span, statuses: [undefined], trusts: true }));
	await poll.compare(
		'new',
		what,
		() => new Comparison(asked, limit),
		(to) => {
			const reached = Math.floor(to);
			if (reached > from) ledger.reached = reached;
		},
	);
	progress.listedUntil = limit() + LAG_MS;
}

/** Finds all that is new, also what shows up late at a service that does not count, and settles nothing. */
export async function findAllNew(poll: Poll): Promise<void> {
	await findNew(poll);
	if (poll.isCounted) return;
	const span = { from: poll.ledger.since ?? poll.ledger.beginning, to: ALWAYS.to };
	await poll.readAll(allRuns(poll), { span, statuses: [undefined], trusts: false });
}

/**
 * Reads all runs that were created long enough ago to be visible, and settles them. In steps, so that
 * the ledger of an idle service stays the same from poll to poll.
 */
export async function settleRuns(poll: Poll): Promise<void> {
	await settleAfter(poll, poll.settings.overlapMs / 2);
}

/** Does so as soon as that much time can be settled. */
export async function settleAfter(poll: Poll, stepMs: number): Promise<void> {
	const { ledger, settings, tools } = poll;
	const to = wholeSecond(tools.clock.atLeast(poll.startedAt) - settings.overlapMs);
	const from = ledger.since ?? ledger.beginning;
	const isUnder = tools.progress.comparisons.has('settle');
	// Before any run was listed it is not known how the service writes its times.
	if (ledger.style.zoned === null || !(isUnder || to - from > stepMs)) return;
	if (poll.sawAll) {
		tools.progress.comparisons.delete('settle');
		return ledger.advanceTo(to, true);
	}
	const span = { from, to };
	const begin = () => new Comparison([{ span, statuses: [undefined], trusts: false }]);
	await poll.compare('settle', allRuns(poll), begin, (reached) => {
		if (reached > from) ledger.advanceTo(reached, poll.isSearched);
	});
}
