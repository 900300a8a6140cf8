import { range } from '../runs/fakeRuns';
import { listed } from '../runs/listed';
import { State } from '../../../nodes/DocScore/trigger/state';
import { decode, encode } from '../../../nodes/DocScore/trigger/stateText';

const owner = { workflow: 'w', account: 'a', filters: '{}', events: ['completed'] };

function stateOf(open: number[], done: number[] = []): State {
	const state = new State(owner);
	for (const created of [...open, ...done]) state.observe(listed(created));
	for (const created of done) state.markDone(`${created}`);
	return state;
}

describe('the state as a text', () => {
	it('is read as it was written', () => {
		const state = stateOf([5_000, 6_000, 7_000], [8_000, 9_000]);
		state.cursor = 4_000;
		state.older = { from: Number.NEGATIVE_INFINITY, to: 4_000 };
		state.style.zoned = false;
		for (const run of state.open.values()) run.notFound = 2;
		expect(decode(encode(state))).toEqual(state);
		expect(decode(encode(new State(owner)))).toEqual(new State(owner));
	});

	it.each([
		['no JSON', 'no JSON'],
		['a list', '[]'],
		['another version', encode(stateOf([1])).replace('"version":1', '"version":2')],
		['no owner', '{"version":1}'],
	])('is not read if it is %s', (_, text) => {
		expect(decode(text)).toBeNull();
	});

	/** The text of an empty state with other parts. */
	const changed = (parts: object) => {
		const empty: unknown = JSON.parse(encode(new State(owner)));
		return JSON.stringify(Object.assign({}, empty, parts));
	};

	it.each([{ workflow: 7 }, { account: null }, { filters: {} }])(
		'is not read if its owner is not text: %j',
		(parts) => {
			expect(decode(changed(parts))).toBeNull();
		},
	);

	it('is read without parts of another shape', () => {
		const odd = { older: 'x', zoned: 'x', ended: 7, open: { a: 1 }, done: null };
		expect(decode(changed(odd))).toEqual(new State(owner));
		const entries = [['a', 1, 2], ['b', 'x'], [7, 1], 'c', null];
		const read = decode(changed({ open: entries, done: entries }));
		expect([...(read?.open ?? [])]).toEqual([['a', { created: 1, notFound: 2 }]]);
		expect([...(read?.done ?? [])]).toEqual([['a', 1]]);
	});

	it('has less than 70 bytes for each open run with a UUID', () => {
		const state = new State(owner);
		for (let run = 0; run < 10_000; run++)
			state.observe(
				listed(1_767_622_200_313, `5f0c1f6e-3f52-4a57-9d3e-${`${run}`.padStart(12, '0')}`),
			);
		expect(encode(state).length).toBeLessThan(700_000);
	});
});

it('ignores a run without a creation time', () => {
	const state = stateOf([]);
	expect(state.observe(listed(null))).toBe(false);
	expect(state.open.size).toBe(0);
});

it('counts the polls that did not find a run, although lists show it', () => {
	const state = stateOf([1_000]);
	for (const run of state.open.values()) run.notFound = 2;
	state.observe(listed(1_000));
	expect([...state.open.values()]).toEqual([{ created: 1_000, notFound: 2 }]);
});

it('remembers the last three runs that ended', () => {
	expect(stateOf([], [1_000, 2_000, 3_000, 4_000]).ended).toEqual(['2000', '3000', '4000']);
});

it('takes for past what five runs exceed, or the cursor before there are so many', () => {
	const state = stateOf([7_000, 5_000, 4_000], [6_000, 3_000, 1_000, 2_000]);
	expect(state.past).toBe(3_000);
	const few = stateOf([7_000, 5_000], [6_000, 4_000]);
	few.cursor = 2_000;
	expect(few.past).toBe(2_000);
});

describe('the cursor', () => {
	it('forgets done runs before it, and never goes back', () => {
		const state = stateOf([], [1_000, 2_000, 3_000]);
		state.advanceCursor(2_500);
		expect([state.cursor, [...state.done.values()]]).toEqual([2_000, [2_000, 3_000]]);
		state.advanceCursor(1_000);
		expect(state.cursor).toBe(2_000);
	});

	it('keeps done runs that lists of older open runs may still show', () => {
		const state = stateOf([], [1_000, 2_000, 3_000]);
		state.older = { from: 0, to: 2_000 };
		state.advanceCursor(4_000);
		expect([...state.done.values()]).toEqual([1_000]);
	});

	it('makes earlier runs history, unless they are open and older than the state', () => {
		const state = stateOf([]);
		state.advanceCursor(5_000);
		expect(state.observe(listed(4_000))).toBe(false);
		state.older = { from: 0, to: 5_000 };
		expect(state.observe(listed(4_000))).toBe(false);
		for (const created of [4_500, 5_000, 5_500])
			state.observe({ ...listed(created), status: 'processing' });
		expect([...state.open.keys()]).toEqual(['4500', '5000', '5500']);
		state.advanceCursor(6_000);
		state.observe({ ...listed(5_000, 'late'), status: 'processing' });
		expect(state.open.has('late')).toBe(false);
	});

	it('leaves room for the latest 2,000 finished runs that are old enough to be listed', () => {
		const state = stateOf([], range(2_003, 1_000, 1_000));
		expect(state.nextCursor(2_002_000)).toBe(1_000);
		expect(state.nextCursor(9_000_000)).toBe(9_000_000 - 75 * 60_000);
	});
});
