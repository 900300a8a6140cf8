import './smallPages';
import { emitUnverified, overwriteState, replace } from './replaced';
import { TIMES } from '../../harness/jest/draws';
import { process } from '../../node';
import { toResult } from '../../../nodes/DocScore/service/result';
import { readBaseline } from '../../../nodes/DocScore/trigger/baseline';
import { Bootstrap } from '../../../nodes/DocScore/trigger/bootstrap';
import { findFinished } from '../../../nodes/DocScore/trigger/finishedRuns';
import { replaceState } from '../../../nodes/DocScore/trigger/memory/staticData';
import { Ledger } from '../../../nodes/DocScore/trigger/ledger/ledger';
import { findNew, moveCursor } from '../../../nodes/DocScore/trigger/newRuns';
import { verify } from '../../../nodes/DocScore/trigger/verify';
import { faultsOf, live, STRUCK_POLLS, WORLDS } from './smallWorld';

// As short as the world is.
jest.mock('../../../nodes/DocScore/trigger/ledger/lookback', () => ({
	LOOKBACK_MS: 120_000,
	MAX_REMEMBERED: 2_000,
}));

/** Of so many worlds, and of so many faults in each, one is taken; `npm run stress` takes all. */
const STEP = TIMES >= 6 ? 1 : Math.ceil(13 / TIMES);

/** Lives through the worlds: without a fault, then with each one at each point. @returns the wrong histories */
async function wrongOnes(most = Infinity): Promise<string[]> {
	const wrong: string[] = [];
	let lived = 0;
	for (let index = 0; index < WORLDS.length && wrong.length < most; index += STEP) {
		const world = WORLDS[index] ?? [];
		const plain = await live(world);
		wrong.push(...plain.wrong);
		const faults = STRUCK_POLLS.flatMap((poll) => faultsOf(poll, plain.requests[poll] ?? 0));
		const taken = faults.filter((_, at) => (at + index / STEP) % STEP === 0);
		for (const fault of taken) {
			wrong.push(...(await live(world, fault)).wrong);
			// Jest keeps each call of a mock, with the whole ledger that it was given.
			jest.clearAllMocks();
		}
		lived += 1 + taken.length;
	}
	if (TIMES > 1 && most > 1) process.stdout.write(`Small worlds: ${lived} histories\n`);
	return wrong;
}

test(
	'in every small world the trigger emits what a simple tracker emits, whatever goes wrong',
	async () => {
		expect(await wrongOnes()).toEqual([]);
	},
	180_000 * TIMES,
);

describe('the small worlds tell a trigger', () => {
	const isCaught = async (): Promise<boolean> => (await wrongOnes(1)).length > 0;

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

	test('that takes a beginning for complete that was interrupted', async () => {
		const actual = Bootstrap.prototype.resume;
		jest.spyOn(Bootstrap.prototype, 'resume').mockImplementation(async function (
			this: Bootstrap,
			...given
		) {
			await toResult(actual.apply(this, given));
		});
		expect(await isCaught()).toBe(true);
	});

	test('that moves its cursor past what it has not listed', async () => {
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
