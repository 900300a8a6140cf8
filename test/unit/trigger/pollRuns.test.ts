import { readSummary } from '../../../nodes/DocScore/service/readRun';
import { itemsOf } from '../../../nodes/DocScore/trigger/pollRuns';

const [run] = [readSummary({ id: 'r1', filename: 'Invoice', status: 'completed' })].flatMap(
	(each) => each ?? [],
);

function emitted(output: () => Array<{ json: { a: number } }>) {
	const logs: string[] = [];
	return { items: run && itemsOf(run, output, (line) => logs.push(line)), logs };
}

describe('a finished run', () => {
	it('is emitted with the items of its output', () => {
		const items = [{ json: { a: 1 } }, { json: { a: 2 } }];
		expect(emitted(() => items)).toEqual({ items, logs: [] });
	});

	it.each([
		['an error', new RangeError('Too deep')],
		['anything else', 'Too deep'],
	])(
		'is emitted without its fields, with a line in the log, if its output throws %s',
		(_, thrown) => {
			const { items, logs } = emitted(() => {
				throw thrown;
			});
			const json = { id: 'r1', name: 'Invoice', status: 'completed', error: 'Too deep' };
			expect(items).toEqual([{ json, toSecondOutput: true }]);
			expect(logs).toEqual([
				'Run r1 is emitted without its fields, as they cannot be shown: Too deep',
			]);
		},
	);
});
