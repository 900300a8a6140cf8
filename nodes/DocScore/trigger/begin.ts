import { parseCriteria } from '../runs/criteria';
import { ALWAYS, listOf, type Span, wholeSecond } from '../runs/listing';
import { readNewest } from '../runs/newest';
import { ServiceError } from '../service/errors';
import { toResult } from '../service/result';
import { MAX_PAGE_SIZE } from '../service/types';
import { isRejected } from './account';
import { Findings, isTimeUp, TimeUp, type TrackSettings, type TrackTools } from './findings';
import { LOOKBACK_MS, MAX_REMEMBERED } from './lookback';
import { findFinished, readOlder } from './openRuns';
import { CLOCK_SAMPLES, State } from './state';

/**
 * Begins a state: runs that have already finished are history, and open ones are tracked. Later polls
 * read the older open runs if the time is over; any other error fails the activation.
 * @throws ServiceError, TimeUp
 */
export async function begin(settings: TrackSettings, tools: TrackTools): Promise<Findings> {
	const found = newFindings(settings, tools, settings.events);
	found.mustFinish = true;
	found.state.cursor = await firstCursor(found);
	await inTime(found, listSinceCursor(found), 'The first list of runs');
	// Stryker disable next-line BooleanLiteral: only the time that the first poll takes differs
	found.mustFinish = false;
	const older = await toResult(readOlder(found));
	if (!older.ok && !isTimeUp(older.error) && tools.leftMs() > 0) throw older.error;
	return found;
}

/**
 * Begins a state for other filters, which repeats no run. A run that finished since the last poll is
 * owed if both filters match it. So after the new lists, the former ones are compared once more.
 * @throws ServiceError, TimeUp if all that cannot be done in this poll
 */
export async function changeFilters(
	former: State,
	settings: TrackSettings,
	tools: TrackTools,
): Promise<Findings> {
	const found = newFindings(settings, tools, former.owner.events);
	const { state, listed } = found;
	// Stryker disable next-line BooleanLiteral: only how many polls it takes differs
	found.mustFinish = true;
	state.cursor = former.cursor;
	state.style.zoned = former.style.zoned;
	state.ended = former.ended;
	for (const [id, created] of former.done) state.done.set(id, created);
	const change = async () => {
		await listSinceCursor(found);
		await readOlder(found);
		// Totals include only done runs that the new filters match.
		for (const id of state.done.keys()) if (!listed.has(id)) state.done.delete(id);
		await takeOver(found, former);
	};
	await inTime(found, change(), 'The change of filters');
	// Stryker disable next-line BooleanLiteral: the next poll reads what this one has no time for
	found.mustFinish = false;
	return found;
}

function newFindings(settings: TrackSettings, tools: TrackTools, events: string[]): Findings {
	const { workflow, account, criteria } = settings;
	const owner = { workflow, account, filters: JSON.stringify(criteria), events };
	return new Findings(new State(owner), settings, tools);
}

/** As long before the newest runs as later polls look back, unless too many runs were created then. */
async function firstCursor({ state, settings, tools }: Findings): Promise<number> {
	const list = listOf(tools.reader, settings.criteria, state.style);
	const first = await list(ALWAYS);
	const newest = await readNewest(list, CLOCK_SAMPLES, { first });
	const past = newest[CLOCK_SAMPLES - 1]?.created;
	if (past === undefined) {
		if (!first.whole) throw undated();
		return ALWAYS.from;
	}
	tools.clock.note(past);
	const visible = wholeSecond(past - settings.overlapMs);
	const from = visible - LOOKBACK_MS;
	const { total } = await list({ from, to: visible });
	return total <= MAX_REMEMBERED ? from : visible;
}

async function listSinceCursor(found: Findings): Promise<void> {
	const { state } = found;
	found.isBeginning = true;
	await found.sweep({ from: state.cursor, to: ALWAYS.to }, [undefined]);
	found.isBeginning = false;
	if (Number.isFinite(state.cursor)) state.older = { from: ALWAYS.from, to: state.cursor };
}

/** Takes over the runs that finished under the former filters, if the new ones list them, too. */
async function takeOver(found: Findings, former: State): Promise<void> {
	const { state, settings, tools, listed } = found;
	const criteria = parseCriteria(former.owner.filters);
	const before = new Findings(former, { ...settings, criteria }, tools);
	// Stryker disable next-line BooleanLiteral: only how many polls it takes differs
	before.mustFinish = true;
	const read = await toResult(
		before
			.sweep({ from: former.cursor, to: ALWAYS.to }, [undefined])
			.then(async () => await findFinished(before, false)),
	);
	// The service rejects the former filters permanently, such as those with a deleted template.
	const isLost = !read.ok && isRejected(read.error) && read.error.details.isOwnBody === true;
	if (!read.ok && !isLost) throw read.error;
	const owed = [...former.open].filter(
		// Stryker disable next-line ConditionalExpression: open runs only cost requests
		([id]) => !state.open.has(id) && (isLost || before.candidates.has(id)),
	);
	// Stryker disable next-line ConditionalExpression,EqualityOperator: others only cost requests
	const older = owed.filter(([id, { created }]) => created < state.cursor && !listed.has(id));
	const spans = await spansOf(found, new Set(older.map(([, { created }]) => wholeSecond(created))));
	await Promise.all(spans.map(async (span) => await found.sweep(span, [undefined])));
	for (const [id, run] of owed) {
		if (!listed.has(id)) continue;
		state.done.delete(id);
		state.open.set(id, run);
		found.candidates.add(id);
	}
}

/** These seconds; or all from the first one to the cursor, if that takes fewer lists. */
async function spansOf(found: Findings, seconds: Set<number>): Promise<Span[]> {
	const each = [...seconds].map((from) => ({ from, to: from + 1_000 }));
	// Stryker disable next-line ConditionalExpression,EqualityOperator: only the requests differ
	if (each.length < 2) return each;
	const whole = { from: Math.min(...seconds), to: found.state.cursor };
	const { total } = await found.list()(whole);
	// Stryker disable next-line EqualityOperator: both take as many lists
	return total / MAX_PAGE_SIZE < each.length ? [whole] : each;
}

/** A request that the end of the poll cuts fails like one without a response. */
async function inTime({ tools }: Findings, work: Promise<void>, what: string): Promise<void> {
	const worked = await toResult(work);
	if (worked.ok) return;
	if (!isTimeUp(worked.error) && tools.leftMs() > 0) throw worked.error;
	throw new TimeUp(
		`${what} takes longer than a poll. The next poll gets more time, if n8n allows it`,
	);
}

/** Without creation times, new runs cannot be told from old ones. */
const undated = (): ServiceError =>
	new ServiceError('The service returns no creation times', {
		description:
			'The trigger needs them to recognize new runs. Use Schedule Trigger and Get Many instead',
		outcome: 'rejected',
		transient: false,
	});
