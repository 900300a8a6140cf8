import { Accepted } from '../../../nodes/DocScore/engine/accepted';

const KEPT = 'Do not submit their documents again: use Wait with these run IDs';

describe('What the service has accepted', () => {
	it('is listed with advice, and nothing is said about what there is none of', () => {
		const accepted = new Accepted();
		expect(accepted.notes(new Set())).toEqual([]);
		accepted.addRun('a');
		accepted.addRun('b');
		expect(accepted.notes(new Set())).toEqual(['The service accepted these runs: a, b', KEPT]);
	});

	it('leaves out runs that an error names, and calls the remaining ones other runs', () => {
		const accepted = new Accepted();
		for (const id of ['a', 'b', 'c']) accepted.addRun(id);
		const notes = (...named: string[]) => accepted.notes(new Set(named))[0];
		expect(notes('b')).toBe('The service accepted other runs: a, c');
		expect(notes('a', 'b')).toBe('The service accepted other runs: c');
		expect(notes('a', 'b', 'c')).toBeUndefined();
	});

	it('remembers that a run failed, even if a later try finds the same run', () => {
		const accepted = new Accepted();
		accepted.addRun('a');
		accepted.failRun('a');
		accepted.addRun('a');
		expect(accepted.notes(new Set())).toEqual(['Runs that failed in earlier tries: a']);
	});

	it('contains recordings by name, whose items are in order', () => {
		const accepted = new Accepted();
		accepted.addRecording(10, 'second.wav');
		accepted.addRecording(9, 'first.wav');
		expect(accepted.itemsOfRecordings).toEqual([9, 10]);
		expect(accepted.notes(new Set())).toEqual([
			'Recordings already uploaded: second.wav, first.wav',
			'Do not upload these again',
		]);
	});
});
