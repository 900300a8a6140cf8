import { MAX_PAGE_SIZE } from '../service/types';
import { readPages } from '../runs/creationWalk';
import type { Span } from '../runs/listing';
import { OPEN_STATUSES } from '../runs/openRuns';
import type { Round } from './poll';

/** Up to this many runs are simply asked for, one by one. */
const FEW = 3;

/** Open runs that are looked for in their turn although nothing seems to have changed. */
const TURN_SIZE = Math.floor(MAX_PAGE_SIZE * 0.7);

/** Covers bounds that the service takes as exclusive. */
const MARGIN_MS = 1_000;

interface KnownRun {
	id: string;
	created: number;
}

/**
 * Finds, among the open runs that were not listed yet, those that may have finished: they are in
 * neither list of open runs. Where the totals of both lists add up to the number of runs known to be
 * open, nothing has finished; where they do not, halves of the span tell where to look. A total can
 * deceive, when an unknown run stands for a finished one, so some runs are looked for in each poll.
 */
export async function reconcile(round: Round): Promise<void> {
	const { ledger, listed, tools } = round;
	const unlisted = [...ledger.open].filter(([id]) => !listed.has(id));
	const own: KnownRun[] = [];
	for (const [id, { created, inherited }] of unlisted) {
		if (!inherited) own.push({ id, created });
		else if (ledger.older === null) round.candidates.add(id);
	}
	own.sort((a, b) => a.created - b.created);
	const even = await compare(round, own, spanOf(round, own), OPEN_STATUSES);
	if (!even || tools.enoughListed()) return;
	const start = tools.turn.next < own.length ? tools.turn.next : 0;
	tools.turn.next = start + TURN_SIZE;
	const { runs, span } = turnOf(own, start, spanOf(round, own));
	await compare(round, runs, span, OPEN_STATUSES);
}

/**
 * Adds the runs that are in none of the lists to the candidates. Resolves to true where that was
 * left out because as many runs are open as are known.
 */
async function compare(
	round: Round,
	runs: KnownRun[],
	span: Span,
	statuses: string[],
): Promise<boolean> {
	const addMissing = () => {
		for (const { id } of runs) if (!round.listed.has(id)) round.candidates.add(id);
	};
	if (runs.length <= FEW) addMissing();
	if (runs.length <= FEW || round.tools.enoughListed()) return false;

	let rest = runs;
	let total = 0;
	const partly: string[] = [];
	for (const status of statuses) {
		const listing = await round.list(status)(span);
		const found = new Set(listing.runs.map(({ id }) => id));
		if (listing.whole) rest = rest.filter(({ id }) => !found.has(id));
		else partly.push(status);
		if (!listing.whole) total += listing.total;
	}
	if (partly.length > 0 && total === rest.length) return true;

	const middle = cutNear(rest, rest.length >> 1);
	if (partly.length === 0) {
		addMissing();
	} else if (middle === null) {
		for (const status of partly) await readPages(round.list(status), span);
		addMissing();
	} else {
		const { index, moment } = middle;
		await compare(round, rest.slice(0, index), { from: span.from, to: moment }, partly);
		await compare(round, rest.slice(index), { from: moment, to: span.to }, partly);
	}
	return false;
}

/** Where to part runs in order of creation, between two moments; null if there is no such place. */
function cutNear(runs: KnownRun[], near: number): { index: number; moment: number } | null {
	const { created: moment = 0 } = runs[near] ?? {};
	const first = runs.findIndex(({ created }) => created === moment);
	const index = first > 0 ? first : runs.findIndex(({ created }) => created > moment);
	const before = runs[index - 1];
	const after = runs[index];
	if (!before || !after) return null;
	return { index, moment: (before.created + after.created) / 2 };
}

/** The span in which these runs, in order of creation, lie alone as far as is known. */
function spanOf({ ledger }: Round, runs: KnownRun[]): Span {
	const first = runs[0]?.created ?? 0;
	const last = runs.at(-1)?.created ?? 0;
	let to = last + MARGIN_MS;
	for (const { created } of ledger.open.values()) {
		if (created > last) to = Math.min(to, (last + created) / 2);
	}
	return { from: first - MARGIN_MS, to };
}

/** The runs from that index on that make up a turn, and a span of their own. */
function turnOf(runs: KnownRun[], start: number, { from, to }: Span) {
	const begin = start > 0 ? cutNear(runs, start) : null;
	const end = start + TURN_SIZE < runs.length ? cutNear(runs, start + TURN_SIZE) : null;
	return {
		runs: runs.slice(begin?.index ?? 0, end?.index ?? runs.length),
		span: { from: begin?.moment ?? from, to: end?.moment ?? to },
	};
}
