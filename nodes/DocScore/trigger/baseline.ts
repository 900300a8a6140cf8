import { ALWAYS } from '../runs/listing';
import { FINISHED_STATUSES } from '../service/types';
import { Comparison } from '../runs/comparison/comparison';
import type { Baseline } from './ledger/ledger';
import { trackedRuns } from './newRuns';
import type { Poll } from './poll';

/** Reads the lists of runs that were open when the ledger began, in as many polls as it takes. */
export async function readBaseline(poll: Poll): Promise<void> {
	const { ledger } = poll;
	for (let { baseline } = ledger; baseline; { baseline } = ledger) {
		const [status, ...others] = baseline.statuses;
		if (status === undefined) return await endBaseline(poll, baseline);
		const finished = baseline.finished ?? (await countUnlessWhole(poll, status, baseline.to));
		if (finished !== null) await readList(poll, status, { ...baseline, finished });
		ledger.baseline = { ...baseline, statuses: others, from: null, finished };
	}
}

/**
 * The number of finished runs; null if the list fits on one page, which is read at once, so that no
 * run finishes meanwhile.
 */
async function countUnlessWhole(poll: Poll, status: string, to: number): Promise<number | null> {
	const [listing, finished] = await Promise.all([
		poll.list(status)({ from: ALWAYS.from, to }),
		countFinished(poll, to),
	]);
	return listing.whole ? null : finished;
}

async function readList(poll: Poll, status: string, baseline: Baseline): Promise<void> {
	poll.ledger.baseline = baseline;
	const span = { from: baseline.from ?? ALWAYS.from, to: baseline.to };
	const start = () => new Comparison([{ span, statuses: [status], trustsTotals: false }]);
	// Runs of the other status are not missing.
	const compared = { ...trackedRuns(poll), missing: undefined };
	await poll.compare(`baseline ${status}`, compared, start, (comparedTo) => {
		if (!Number.isFinite(comparedTo)) return;
		poll.ledger.baseline = { ...baseline, from: Math.floor(comparedTo) };
	});
}

async function countFinished(poll: Poll, to: number): Promise<number> {
	const span = { from: ALWAYS.from, to };
	const listings = await Promise.all(
		FINISHED_STATUSES.map(async (status) => await poll.list(status)(span)),
	);
	const count = listings.reduce((sum, { total }) => sum + total, 0);
	return Number.isFinite(count) ? count : 0;
}

/**
 * Logs how many runs finished while the open ones were listed. Those that were not listed as open
 * before cannot be told from older ones.
 */
async function endBaseline(poll: Poll, { to, finished }: Baseline): Promise<void> {
	const { ledger, tools } = poll;
	const more = finished === null ? 0 : (await countFinished(poll, to)) - finished;
	ledger.baseline = null;
	if (more > 0) tools.log(missed(more));
}

const missed = (count: number): string =>
	`${count} older runs finished while the trigger began to track the open ones. Those that were not tracked yet are not emitted. Get Many finds them`;
