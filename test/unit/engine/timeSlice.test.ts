import { TimeSlice } from '../../../nodes/DocScore/engine/timeSlice';
import { countPerTurn } from '../../harness/jest/eventLoop';

let time = 0;

jest.mock('../../../nodes/DocScore/service/clock', () => ({ now: () => time }));

/**
 * Processes pieces of work that take this many ms each. @returns the number of pieces in each turn of the
 * event loop
 */
async function piecesInSlices(count: number, ms: number): Promise<number[]> {
	const slice = new TimeSlice();
	const done = countPerTurn();
	const pieces = Array.from({ length: count }, async () => {
		await slice.yieldIfOver();
		time += ms;
		done.note();
	});
	await Promise.all(pieces);
	return await done.end();
}

/** On a busy machine, a slice and its pause may end in one turn. */
async function inThreeTries(count: number, ms: number): Promise<number[][]> {
	const tries: number[][] = [];
	while (tries.length < 3) tries.push(await piecesInSlices(count, ms));
	return tries;
}

describe('Long work', () => {
	it('pauses after every 10 ms', async () => {
		expect(await inThreeTries(35, 1)).toContainEqual([10, 10, 10, 5]);
		expect(await inThreeTries(3, 25)).toContainEqual([1, 1, 1]);
	});

	it('does not pause if it is short', async () => {
		expect(await piecesInSlices(1_000, 0)).toEqual([1_000]);
	});
});
