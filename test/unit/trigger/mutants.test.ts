import './smallPages';
import './shortLookback';
import { emitUnverified, overwriteState, replace } from './replaced';
import * as fc from 'fast-check';
import type { List, Listing } from '../../../nodes/DocScore/runs/listing';
import { toResult } from '../../../nodes/DocScore/service/result';
import { readBaseline } from '../../../nodes/DocScore/trigger/baseline';
import { type ComparedRuns, Comparison } from '../../../nodes/DocScore/runs/comparison/comparison';
import { replaceState } from '../../../nodes/DocScore/trigger/memory/staticData';
import { Ledger } from '../../../nodes/DocScore/trigger/ledger/ledger';
import type { Poll } from '../../../nodes/DocScore/trigger/poll';
import { verify } from '../../../nodes/DocScore/trigger/verify';
import { faultsOf, type History, histories } from './adversary';

const HISTORIES = 50;

/** Runs that show up late are found by no count. */
const UNCOUNTED: Partial<History> = { tellsTotals: false, lateMs: 60_000, past: 40, polls: 25 };
/** Only what the cursor has passed is sure to have been listed, and requests fail often. */
const FAILING: Partial<History> = { ...UNCOUNTED, errorRate: 0.1, changes: false };

/** Replaces a step of each comparison by one that sees other lists. */
function compareBy(
	step: (actual: typeof Comparison.prototype.step, what: ComparedRuns) => Promise<void>,
) {
	const actual = Comparison.prototype.step;
	jest.spyOn(Comparison.prototype, 'step').mockImplementation(async function (
		this: Comparison,
		what,
	) {
		await step(async (seen) => await actual.call(this, seen), what);
	});
}

/** Whether the adversary finds a fault, in the same histories each time. */
async function isCaught(change: Partial<History> = {}): Promise<boolean> {
	const property = fc.asyncProperty(histories, async (history) => {
		expect(await faultsOf({ ...history, ...change })).toEqual([]);
	});
	const parameters = { numRuns: HISTORIES, seed: 20260105, endOnFailure: true };
	return (await fc.check(property, parameters)).failed;
}

test.each([{}, UNCOUNTED, FAILING])(
	'the unchanged tracker passes these histories: %j',
	async (change) => {
		expect(await isCaught(change)).toBe(false);
	},
);

describe('the adversary catches a tracker', () => {
	test('that replaces the state even if it has changed', async () => {
		replace(replaceState, overwriteState);
		expect(await isCaught()).toBe(true);
	});

	test('that has no overlap for late runs', async () => {
		jest.spyOn(Ledger.prototype, 'nextCursor').mockImplementation((visible) => visible);
		expect(await isCaught({ ...UNCOUNTED, overlapMs: 0 })).toBe(true);
	});

	test('that emits runs as soon as the lists of open runs lack them', async () => {
		replace(verify, emitUnverified);
		expect(await isCaught()).toBe(true);
	});

	test('that forgets emitted runs', async () => {
		jest.spyOn(Ledger.prototype, 'isDone').mockReturnValue(false);
		expect(await isCaught()).toBe(true);
	});

	test('that does not read the baseline', async () => {
		replace(readBaseline, async ({ ledger }: Poll) => {
			ledger.baseline = null;
			await Promise.resolve();
		});
		expect(await isCaught()).toBe(true);
	});

	test('that reads the pages of a list only once', async () => {
		compareBy(async (actual, what) => {
			await actual({ ...what, list: (status) => paging(what.list(status)) });
		});
		expect(await isCaught()).toBe(true);
	});

	test('that does not repeat failed lists', async () => {
		compareBy(async (actual, what) => {
			const errors: unknown[] = [];
			const list = (status?: string) => dropping(what.list(status), errors);
			const missing = (ids: string[]) => errors.length === 0 && what.missing?.(ids);
			await actual({ ...what, list, missing });
			for (const error of errors) throw error;
		});
		expect(await isCaught(FAILING)).toBe(true);
	});
});

/** Runs may come, go and change their places meanwhile. */
const paging =
	(list: List): List =>
	async (span) => {
		const runs: Listing['runs'] = [];
		for (let page = 1, total = 1; runs.length < total; page++) {
			const listing = await list(span, page);
			runs.push(...listing.runs);
			if (listing.runs.length === 0) break;
			total = listing.total;
		}
		return { runs, total: runs.length, whole: true };
	};

/** What fails shows nothing. */
const dropping =
	(list: List, errors: unknown[]): List =>
	async (span, page) => {
		const listed = await toResult(list(span, page));
		if (listed.ok) return listed.value;
		errors.push(listed.error);
		return { runs: [], total: 0, whole: true };
	};
