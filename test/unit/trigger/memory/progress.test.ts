import { Bootstrap } from '../../../../nodes/DocScore/trigger/bootstrap';
import { Comparison } from '../../../../nodes/DocScore/runs/comparison/comparison';
import { Ledger } from '../../../../nodes/DocScore/trigger/ledger/ledger';
import { Progress } from '../../../../nodes/DocScore/trigger/memory/progress';

/** How far a poll came that went on from one state to another. */
function polled(from: string | null, to: string): Progress {
	const progress = new Progress();
	progress.continueFrom(from);
	progress.comparisons.set('new', new Comparison([]));
	progress.candidates.add('a').add('b');
	progress.bootstrap = new Bootstrap(new Ledger('{}', 'a', []), 0);
	progress.noteState(to);
	return progress;
}

const left = ({ comparisons, candidates, bootstrap }: Progress) => [
	comparisons.size,
	candidates.size,
	bootstrap !== null,
];

describe('the progress of a poll', () => {
	it('is kept if the next poll continues from its state', () => {
		const progress = polled('first', 'second');
		progress.continueFrom('second');
		expect(left(progress)).toEqual([1, 2, true]);
	});

	it.each(['first', null])('is forgotten if n8n returns to the state %j', (state) => {
		const progress = polled('first', 'second');
		progress.continueFrom(state);
		expect(left(progress)).toEqual([0, 0, false]);
	});

	it('is kept if a poll failed before it had a new state', () => {
		const progress = polled('first', 'second');
		progress.continueFrom('third');
		progress.candidates.add('c');
		progress.continueFrom('third');
		expect([...progress.candidates]).toEqual(['c']);
	});

	it('keeps candidates that are still open', () => {
		const progress = polled('first', 'second');
		progress.keepOnly(new Map([['b', {}]]));
		expect([...progress.candidates]).toEqual(['b']);
	});
});
