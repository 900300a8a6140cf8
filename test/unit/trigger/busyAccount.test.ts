import './smallPages';
import './fewRemembered';
import * as fc from 'fast-check';
import { holds } from '../../harness/jest/draws';
import { faultsOf, type History, histories } from './adversary';

/** Such an account finishes more runs than are remembered, so only the overlap is left for late ones. */
const BUSY = {
	lateMs: 60_000,
	longestRunMs: 5_000,
	arrivals: 0.5,
	budget: 150,
	polls: 25,
	tellsTotals: true,
	setBack: false,
	deletes: true,
};

test('each finished run is emitted exactly once if many finish, some are deleted, and new ones are listed late', async () => {
	const property = fc.asyncProperty(histories, async (history: History) => {
		expect(await faultsOf({ ...history, ...BUSY })).toEqual([]);
	});
	await holds('Trigger, many finish', property, { numRuns: 8 });
});
