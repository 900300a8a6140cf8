import * as fc from 'fast-check';
import { CreationWalk } from '../../../nodes/DocScore/runs/creationWalk';
import { discoverOlder } from '../../../nodes/DocScore/trigger/begin';
import { replaceState } from '../../../nodes/DocScore/trigger/keptState';
import { Ledger } from '../../../nodes/DocScore/trigger/ledger';
import type { List, Span } from '../../../nodes/DocScore/runs/listing';
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
jest.mock('../../../nodes/DocScore/trigger/begin', () =>
	mockable(jest.requireActual('../../../nodes/DocScore/trigger/begin')),
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

/** Whether the adversary finds a fault, in the same histories each time. */
async function isCaught(change: Partial<History> = {}): Promise<boolean> {
	const property = fc.asyncProperty(histories, async (history) => {
		expect(await faultsOf({ ...history, ...change })).toEqual([]);
	});
	const parameters = { numRuns: HISTORIES, seed: 20260105, endOnFailure: true };
	return (await fc.check(property, parameters)).failed;
}

test('the tracker as it is passes these histories', async () => {
	expect(await isCaught()).toBe(false);
});

describe('the adversary catches a tracker', () => {
	test('that replaces the state whatever it has become', async () => {
		replace(replaceState, (data, _before, state) => {
			data.runs = state;
			return true;
		});
		expect(await isCaught()).toBe(true);
	});

	test('that has no overlap for runs that become visible late', async () => {
		expect(await isCaught({ overlapMs: 0 })).toBe(true);
	});

	test('that takes absence from the lists of open runs for their end', async () => {
		replace(verify, async ({ candidates, ledger, finished, tools }) => {
			for (const id of candidates) {
				finished.push(await tools.reader.details(id));
				ledger.finish(id);
			}
			return [];
		});
		expect(await isCaught()).toBe(true);
	});

	test('that forgets what it has emitted', async () => {
		const isDone = jest.spyOn(Ledger.prototype, 'isDone').mockReturnValue(false);
		undo.push(() => isDone.mockRestore());
		expect(await isCaught()).toBe(true);
	});

	test('that does not look for the runs that were open before it began', async () => {
		replace(discoverOlder, async ({ ledger }: Poll) => {
			ledger.older = null;
		});
		expect(await isCaught()).toBe(true);
	});

	test('that pages through the lists', async () => {
		const walked = new WeakMap<CreationWalk, { list: List; span: Span }>();
		const begin = CreationWalk.begin.bind(CreationWalk);
		const begun = jest.spyOn(CreationWalk, 'begin').mockImplementation(async (list, span) => {
			const walk = await begin(list, span);
			walked.set(walk, { list, span });
			return walk;
		});
		const steps = jest.spyOn(CreationWalk.prototype, 'steps').mockImplementation(async function* (
			this: CreationWalk,
		) {
			const { list, span } = walked.get(this) ?? {};
			if (list && span) await readPages(list, span);
			yield span?.to ?? 0;
		});
		undo.push(() => [begun, steps].forEach((spy) => spy.mockRestore()));
		expect(await isCaught()).toBe(true);
	});
});

async function readPages(list: List, span: Span): Promise<void> {
	for (let page = 1, shown = 0, total = 1; shown < total; page++) {
		const listing = await list(span, page);
		shown += Math.max(1, listing.runs.length);
		total = listing.total;
	}
}
