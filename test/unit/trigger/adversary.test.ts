import './smallPages';
import './shortLookback';
import * as fc from 'fast-check';
import { holds } from '../../harness/jest/draws';
import { faultsOf, type History, histories, withGivenLists } from './adversary';
import { pastFailures } from './pastFailures';

test('each finished run is emitted exactly once, whatever n8n and the service do', async () => {
	const property = fc.asyncProperty(histories, async (history: History) => {
		expect(await faultsOf(history)).toEqual([]);
	});
	await holds('Trigger', property, {
		numRuns: 70,
		examples: pastFailures.map((each) => [withGivenLists(each)]),
	});
});

/** All that goes wrong besides may deceive the counts, by which such runs are found. */
const EVEN = { changes: false, ahead: false, deletes: false, errorRate: 0 };

test('each finished run is emitted exactly once if the clock of the service is set back during bursts', async () => {
	const property = fc.asyncProperty(histories, async (history: History) => {
		const setBack = { ...EVEN, setBack: true, bursts: true, tellsTotals: true };
		expect(await faultsOf({ ...history, ...setBack })).toEqual([]);
	});
	await holds('Trigger, clock set back', property, { numRuns: 12 });
});
