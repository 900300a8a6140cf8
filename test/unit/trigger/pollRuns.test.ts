import { readSummary } from '../../../nodes/DocScore/service/readRun';
import { itemsOf } from '../../../nodes/DocScore/trigger/pollRuns';
import { turnsDuring } from '../../harness/jest/eventLoop';

const finished = (count: number) =>
	Array.from({ length: count }, (_, at) =>
		readSummary({ id: `r${at + 1}`, filename: 'Invoice', status: 'completed' }),
	).filter((run) => run !== null);

async function emitted(output: () => Promise<Array<{ json: { a: number } }>>) {
	const logs: string[] = [];
	return { items: await itemsOf(finished(1), output, (line) => logs.push(line)), logs };
}

/** Takes 1 ms. */
async function slowOutput() {
	const until = performance.now() + 1;
	while (performance.now() < until);
	return [{ json: { a: 1 } }];
}

describe('a finished run', () => {
	it('may have more items than a function may have arguments', async () => {
		const items = Array.from({ length: 200_000 }, () => ({ json: { a: 1 } }));
		expect((await emitted(async () => items)).items).toHaveLength(200_000);
	});

	it.each([
		['an error', new RangeError('Too deep')],
		['anything else', 'Too deep'],
	])(
		'is emitted without its fields, with a line in the log, if its output throws %s',
		async (_, thrown) => {
			const { items, logs } = await emitted(async () => {
				throw thrown;
			});
			const json = { id: 'r1', name: 'Invoice', status: 'completed', error: 'Too deep' };
			expect(items).toEqual([{ json, toReview: true }]);
			expect(logs).toEqual([
				'Run r1 is output without its fields, as they cannot be shown: Too deep',
			]);
		},
	);
});

test('the items of many runs are made in many turns of the event loop', async () => {
	const work = itemsOf(finished(200), slowOutput, () => {});
	// A time slice takes 10 ms, or longer on a busy machine.
	expect(await turnsDuring(work)).toBeGreaterThan(10);
	expect(await work).toHaveLength(200);
});
