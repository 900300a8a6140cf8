import './smallPages';
import { emitUnverified, overwriteState, replace } from './replaced';
import { TIMES } from '../../harness/jest/draws';
import { readBaseline } from '../../../nodes/DocScore/trigger/baseline';
import { findFinished } from '../../../nodes/DocScore/trigger/finishedRuns';
import { replaceState } from '../../../nodes/DocScore/trigger/staticData';
import { Ledger } from '../../../nodes/DocScore/trigger/ledger';
import { findNew, moveCursor } from '../../../nodes/DocScore/trigger/newRuns';
import { verify } from '../../../nodes/DocScore/trigger/verify';
import { emittedByOracle, emittedIn, FAULTS, type Fault, WORLDS } from './smallWorld';

// As short as the world is.
jest.mock('../../../nodes/DocScore/trigger/lookback', () => ({
	LOOKBACK_MS: 120_000,
	MAX_REMEMBERED: 2_000,
}));

/** Of so many worlds one is lived through in `npm test`; `npm run stress` takes them all. */
const STEP = Math.max(1, Math.floor(50 / TIMES ** 2));

/** Histories in which the trigger emits other runs than the oracle, or one of them twice. */
async function wrongOnes(faults: Fault[], offset = 0): Promise<string[]> {
	const wrong: string[] = [];
	for (let index = offset % STEP; index < WORLDS.length; index += STEP) {
		const world = WORLDS[index] ?? [];
		const [owed, emitted] = [emittedByOracle(world), await emittedIn(world, faults)];
		if (`${owed}` !== `${emitted}`) wrong.push(JSON.stringify({ world, faults, owed, emitted }));
		// Jest keeps each call of a mock, with the whole ledger that it was given.
		jest.clearAllMocks();
	}
	return wrong;
}

describe('in every small world, the trigger emits the same runs as a simple tracker that reads everything', () => {
	test('without faults', async () => {
		expect(await wrongOnes([])).toEqual([]);
	});

	test.each(FAULTS)('with $kind in poll $poll, at request $request', async (fault) => {
		expect(await wrongOnes([fault], FAULTS.indexOf(fault))).toEqual([]);
	});
});

describe('the small worlds catch a trigger', () => {
	async function isCaught(): Promise<boolean> {
		for (const fault of FAULTS) {
			if ((await wrongOnes([fault])).length > 0) return true;
		}
		return false;
	}

	const nothing = async () => await Promise.resolve();

	test('that does not look for new runs', async () => {
		replace(findNew, nothing);
		expect(await isCaught()).toBe(true);
	});

	test('that does not look for finished runs', async () => {
		replace(findFinished, nothing);
		expect(await isCaught()).toBe(true);
	});

	test('that does not read the baseline', async () => {
		replace(readBaseline, async ({ ledger }) => {
			ledger.baseline = null;
			await nothing();
		});
		expect(await isCaught()).toBe(true);
	});

	test('that moves its cursor past unlisted runs', async () => {
		replace(moveCursor, async ({ ledger, tools, startedAt }) => {
			ledger.advanceCursor(tools.clock.atLeast(startedAt));
			await nothing();
		});
		expect(await isCaught()).toBe(true);
	});

	test('that forgets emitted runs', async () => {
		jest.spyOn(Ledger.prototype, 'isDone').mockReturnValue(false);
		expect(await isCaught()).toBe(true);
	});

	test('that emits runs as soon as the lists of open runs lack them', async () => {
		replace(verify, emitUnverified);
		expect(await isCaught()).toBe(true);
	});

	test('that replaces the state even if it has changed', async () => {
		replace(replaceState, overwriteState);
		expect(await isCaught()).toBe(true);
	});
});
