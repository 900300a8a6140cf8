import { Comparison } from '../../../nodes/DocScore/trigger/comparison';
import { Progress } from '../../../nodes/DocScore/trigger/progress';

/** How far a poll came that went on from one state to another. */
function polled(from: string | null, to: string): Progress {
	const progress = new Progress();
	progress.begin(from);
	progress.comparisons.set('new', new Comparison([]));
	progress.candidates.add('a').add('b');
	progress.listedUntil = 7;
	progress.end(to);
	return progress;
}

const left = ({ comparisons, candidates, listedUntil }: Progress) => [
	comparisons.size,
	candidates.size,
	listedUntil,
];

describe('how far a poll came', () => {
	it('is kept where the next one goes on from its state', () => {
		const progress = polled('first', 'second');
		progress.begin('second');
		expect(left(progress)).toEqual([1, 2, 7]);
	});

	it.each(['first', null])('is forgotten where n8n goes back to %j', (state) => {
		const progress = polled('first', 'second');
		progress.begin(state);
		expect(left(progress)).toEqual([0, 0, -Infinity]);
	});

	it('is forgotten after a poll that came to no state', () => {
		const progress = polled('first', 'second');
		progress.begin('second');
		progress.begin('second');
		expect(left(progress)).toEqual([0, 0, -Infinity]);
	});

	it('keeps candidates that are open still', () => {
		const progress = polled('first', 'second');
		progress.keepOnly(new Map([['b', {}]]));
		expect([...progress.candidates]).toEqual(['b']);
	});
});
