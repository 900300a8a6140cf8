import type { History } from './adversary';

const base: History = {
	seed: 0,
	persistence: 'legacy',
	order: 'newest',
	inclusiveBounds: false,
	precision: 'microseconds',
	zoned: false,
	lateMs: 0,
	errorRate: 0,
	arrivals: 0.5,
	longestRunMs: 5_000,
	deletes: false,
	flaps: false,
	tellsTotals: true,
	pageSize: 5,
	bursts: false,
	ahead: false,
	setBack: false,
	refuses: false,
	undated: false,
	overlapMs: 60_000,
	skewMs: 0,
	budget: 150,
	events: ['completed', 'failed'],
	changes: true,
	hurries: false,
	past: 0,
	polls: 9,
};

/** Histories that an earlier tracker, or the stand-in for n8n, did not get through. */
export const pastFailures: History[] = [
	// The first emission was discarded, and the baseline with it.
	{ ...base, seed: 55806218, persistence: 'durable', lateMs: 60_000, deletes: true, polls: 13 },
	// A span that ends at the same moment as it begins was read for ever.
	{ ...base, seed: 20333049, deletes: true, budget: 12 },
	// No poll succeeded between a restart and a rename.
	{
		...base,
		seed: -5,
		persistence: 'scheduler',
		order: 'id',
		errorRate: 0.1,
		arrivals: 0.1,
		polls: 14,
	},
	// Nothing was listed yet, so it was not known how the service writes its times.
	{ ...base, seed: -28, order: 'random', deletes: true, budget: 12, polls: 4 },
	// Runs finished while the pages of one second were read, which hid those not read yet.
	{ ...base, seed: -542004679, order: 'random', precision: 'seconds', errorRate: 0.1, past: 40 },
	// The change of filters was never done with, as what was settled of the former ones grew meanwhile.
	{
		...base,
		persistence: 'durable',
		order: 'random',
		lateMs: 60_000,
		longestRunMs: 3_600_000,
		deletes: true,
		past: 40,
		polls: 23,
	},
	// A ledger that had seen a part of the first runs took what was older for seen as well.
	{
		...base,
		seed: -1504947094,
		arrivals: 0.1,
		longestRunMs: 3_600_000,
		refuses: true,
		budget: 12,
		changes: false,
		polls: 18,
	},
	// A run that could not be read for long was read again only after the end of the history.
	{
		...base,
		seed: -176705926,
		persistence: 'durable',
		order: 'oldest',
		errorRate: 0.1,
		deletes: true,
		refuses: true,
		budget: 12,
		changes: false,
		hurries: true,
		polls: 22,
	},
];
