import { ServiceError } from '../service/errors';
import { type ComparedRuns, Comparison, within } from '../runs/comparison/comparison';
import { isDoubtful, type OpenRun, UNDATED } from './ledger/ledger';
import { createdOf } from './newRuns';
import { wholeSecond } from '../runs/comparison/partition';
import type { Poll } from './poll';

/**
 * Drops doubtful runs that no list shows. For that, each second in which one was created is listed.
 * A run of former filters that is listed matches the current ones, so it is tracked from then on.
 */
export async function dropUnlisted(poll: Poll): Promise<void> {
	const runs = doubtfulRuns(poll);
	const undated = runs.filter(([, { created }]) => created === UNDATED).map(([id]) => id);
	noteListed(poll, undated);
	drop(
		poll,
		undated.filter((id) => !poll.listed.has(id)),
	);
	if (undated.length === runs.length) return;
	await poll.compare('doubtful', comparedRuns(poll), () => {
		const seconds = new Set([...createdOf(runs)].map(([, created]) => wholeSecond(created)));
		const inOrder = [...seconds].sort((a, b) => a - b);
		return new Comparison(
			inOrder.map((from) => ({
				span: { from, to: from + 1_000 },
				statuses: [undefined],
				trustsTotals: false,
			})),
		);
	});
}

/** Runs that may be in no list. Before the baseline is read, runs of former filters may be in it. */
function doubtfulRuns({ ledger }: Poll): Array<[string, OpenRun]> {
	return [...ledger.open].filter(([, run]) => {
		return isDoubtful(run) && (!run.inherited || ledger.baseline === null);
	});
}

function comparedRuns(poll: Poll): ComparedRuns {
	return {
		list: (status) => async (span, page) => {
			const listing = await poll.list(status)(span, page);
			noteListed(
				poll,
				listing.runs.map(({ id }) => id),
			);
			return listing;
		},
		known: (span) => within(createdOf(doubtfulRuns(poll)), span),
		missing: (ids) => drop(poll, ids),
	};
}

/** A listed run is not deleted, so it is read again later although its details were not found. */
function noteListed(poll: Poll, ids: string[]): void {
	for (const id of ids) {
		const run = poll.ledger.open.get(id);
		if (!run || run.inherited || !isDoubtful(run) || !poll.listed.has(id)) continue;
		run.notFound = 0;
		poll.candidates.delete(id);
		poll.deferRead(id, notFound());
	}
}

const notFound = (): ServiceError =>
	new ServiceError('The service lists it, but does not find it', {
		outcome: 'rejected',
		transient: false,
		status: 404,
	});

function drop({ ledger, tools }: Poll, ids: string[]): void {
	for (const id of ids) {
		const run = ledger.open.get(id);
		ledger.open.delete(id);
		if (run?.inherited) continue;
		tools.log(`Run ${id} is no longer waited for: the service does not know it any more`);
	}
}
