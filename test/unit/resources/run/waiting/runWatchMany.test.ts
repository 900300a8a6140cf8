import { countPerTurn } from '../../../../harness/jest/eventLoop';
import { asking, newWatch, runIn } from './watching';

const RUNS = 120;

/** Time to request and output a run, in ms. */
const READ_MS = 2;

const waiting = { maxWaitMs: 0, submittedNow: false, isEnough: async () => false };

// With driven time, work takes no time.
test.each([
	['that no list shows', false],
	['that have left the lists', true],
])('Many runs %s are read in many turns of the event loop', async (_, isListedFirst) => {
	const reads = countPerTurn();
	const ids = Array.from({ length: RUNS }, (_each, at) => `r${at}`);
	const { reader, lists } = asking(
		async (id) => {
			for (const until = performance.now() + READ_MS; performance.now() < until; );
			reads.note();
			return await Promise.resolve(runIn('completed', id));
		},
		async () => {
			const isShown = isListedFirst && lists.length <= 2;
			const runs = isShown ? ids.map((id) => runIn('pending', id)) : [];
			return await Promise.resolve({ runs, totalCount: runs.length });
		},
	);
	const watch = newWatch();
	const runs = await Promise.all(ids.map(async (id) => await watch.finished(reader, id, waiting)));
	const counts = await reads.end();
	expect(runs.map(({ id }) => id)).toEqual(ids);
	expect(counts.reduce((sum, count) => sum + count)).toBe(RUNS);
	expect(Math.max(...counts)).toBeLessThanOrEqual(10);
});
