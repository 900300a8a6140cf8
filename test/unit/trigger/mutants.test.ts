import * as fc from 'fast-check';
import type { List, Listing } from '../../../nodes/DocScore/runs/listing';
import { settle } from '../../../nodes/DocScore/service/settle';
import { readBaseline } from '../../../nodes/DocScore/trigger/baseline';
import { type Compared, Comparison } from '../../../nodes/DocScore/trigger/comparison';
import { replaceState } from '../../../nodes/DocScore/trigger/keptState';
import { Ledger } from '../../../nodes/DocScore/trigger/ledger';
import type { Poll } from '../../../nodes/DocScore/trigger/poll';
import { verify } from '../../../nodes/DocScore/trigger/verify';
import { faultsOf, type History, histories } from './adversary';

jest.mock('../../../nodes/DocScore/service/types', () => ({
	...jest.requireActual('../../../nodes/DocScore/service/types'),
	MAX_PAGE_SIZE: 5,
}));
jest.mock('../../../nodes/DocScore/trigger/lookback', () => ({
	LOOKBACK_MS: 300_000,
	MAX_REMEMBERED: 2_000,
}));
jest.mock('../../../nodes/DocScore/trigger/baseline', () =>
	mockable(jest.requireActual('../../../nodes/DocScore/trigger/baseline')),
);
jest.mock('../../../nodes/DocScore/trigger/keptState', () =>
	mockable(jest.requireActual('../../../nodes/DocScore/trigger/keptState')),
);
jest.mock('../../../nodes/DocScore/trigger/verify', () =>
	mockable(jest.requireActual('../../../nodes/DocScore/trigger/verify')),
);

/** A module whose functions can be replaced; hoisted, as jest hoists the lines above. */
function mockable(actual: Record<string, unknown>): Record<string, unknown> {
	const parts = Object.entries(actual).map(([key, part]) => {
		const isFunction = typeof part === 'function';
		return [key, isFunction ? jest.fn((...args: unknown[]) => part(...args)) : part];
	});
	return Object.fromEntries(parts);
}

const HISTORIES = 150;

/** Runs that show up late are found by no count. */
const UNCOUNTED: Partial<History> = { tellsTotals: false, lateMs: 60_000, past: 40, polls: 25 };
/** Only what is settled is sure to be listed, and requests fail often. */
const FAILING: Partial<History> = { ...UNCOUNTED, errorRate: 0.1, changes: false };

const undo: Array<() => void> = [];

afterEach(() => {
	for (const restore of undo.splice(0)) restore();
});

/** For one test. */
function replace<F extends (...args: never[]) => unknown>(part: F, by: F): void {
	const mocked = jest.mocked(part);
	const actual = mocked.getMockImplementation();
	mocked.mockImplementation(by);
	undo.push(() => mocked.mockImplementation(actual));
}

/** Replaces a step of each comparison by one that sees other lists. */
function compareBy(
	step: (actual: typeof Comparison.prototype.step, what: Compared) => Promise<void>,
) {
	const actual = Comparison.prototype.step;
	const spy = jest.spyOn(Comparison.prototype, 'step').mockImplementation(async function (
		this: Comparison,
		what,
	) {
		await step(async (seen) => await actual.call(this, seen), what);
	});
	undo.push(() => spy.mockRestore());
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
	'the tracker as it is passes these histories: %j',
	async (change) => {
		expect(await isCaught(change)).toBe(false);
	},
);

describe('the adversary catches a tracker', () => {
	test('that replaces the state whatever it has become', async () => {
		replace(replaceState, (data, _before, state) => {
			data.runs = state;
			return true;
		});
		expect(await isCaught()).toBe(true);
	});

	test('that has no overlap for runs that become visible late', async () => {
		expect(await isCaught({ ...UNCOUNTED, overlapMs: 0 })).toBe(true);
	});

	test('that takes absence from the lists of open runs for their end', async () => {
		replace(verify, async ({ candidates, ledger, finished }) => {
			for (const id of candidates) {
				finished.push({ ...UNREAD, id });
				ledger.finish(id);
			}
			candidates.clear();
			return await Promise.resolve([]);
		});
		expect(await isCaught()).toBe(true);
	});

	test('that forgets what it has emitted', async () => {
		const isDone = jest.spyOn(Ledger.prototype, 'isDone').mockReturnValue(false);
		undo.push(() => isDone.mockRestore());
		expect(await isCaught()).toBe(true);
	});

	test('that does not look for the runs that were open before it began', async () => {
		replace(readBaseline, async ({ ledger }: Poll) => {
			ledger.baseline = null;
			await Promise.resolve();
		});
		expect(await isCaught()).toBe(true);
	});

	test('that pages through the lists once', async () => {
		compareBy(async (actual, what) => {
			await actual({ ...what, list: (status) => paging(what.list(status)) });
		});
		expect(await isCaught()).toBe(true);
	});

	test('that does not compare again what could not be listed', async () => {
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

/** A run of which only the ID is known. */
const UNREAD = { name: null, status: 'completed', createdTime: null, fields: [], raw: {} };

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
		const listed = await settle(list(span, page));
		if (listed.ok) return listed.value;
		errors.push(listed.error);
		return { runs: [], total: 0, whole: true };
	};
