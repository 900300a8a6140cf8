import './smallPages';
import { TIMES } from '../../harness/jest/draws';
import { process } from '../../node';
import { faultsOf, live, STRUCK_POLLS, WORLDS } from './smallWorld';

// As short as the world is.
jest.mock('../../../nodes/DocScore/trigger/lookback', () => ({
	LOOKBACK_MS: 120_000,
	MAX_REMEMBERED: 2_000,
}));

/** Of so many worlds, and of so many faults in each, one is taken; `npm run stress` takes all. */
const STEP = TIMES >= 6 ? 1 : Math.ceil(13 / TIMES);

/** Lives through the worlds: without a fault, then with each one at each point. @returns the wrong histories */
async function wrongOnes(): Promise<string[]> {
	const wrong: string[] = [];
	let lived = 0;
	for (let index = 0; index < WORLDS.length; index += STEP) {
		const world = WORLDS[index] ?? [];
		const plain = await live(world);
		wrong.push(...plain.wrong);
		const faults = STRUCK_POLLS.flatMap((poll) => faultsOf(poll, plain.requests[poll] ?? 0));
		const taken = faults.filter((_, at) => (at + index / STEP) % STEP === 0);
		for (const fault of taken) {
			wrong.push(...(await live(world, fault)).wrong);
		}
		lived += 1 + taken.length;
	}
	if (TIMES > 1) process.stdout.write(`Small worlds: ${lived} histories\n`);
	return wrong;
}

test(
	'in every small world the trigger emits what a simple tracker emits, whatever goes wrong',
	async () => {
		expect(await wrongOnes()).toEqual([]);
	},
	180_000 * TIMES,
);
