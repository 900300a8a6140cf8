import type { IDataObject } from 'n8n-workflow';
import { PollMemory } from '../../../../nodes/DocScore/trigger/memory/pollMemory';
import type { PollResult } from '../../../../nodes/DocScore/trigger/tracker';
import { ServiceError } from '../../../../nodes/DocScore/service/errors';
import { readRun } from '../../../../nodes/DocScore/service/readRun';
import type { Run, RunSummary } from '../../../../nodes/DocScore/service/types';

const HOUR_MS = 3_600_000;
const KEPT_WITHIN_MS = 30_000;
const RENAMING_MS = 1_000;

const finished = [readRun({ doc: { id: 'a', status: 'completed' } })].flatMap((run) => run ?? []);

const tooMany = (retryAfterMs: number) =>
	new ServiceError('Too many requests', {
		status: 429,
		outcome: 'rejected',
		transient: true,
		retryAfterMs,
	});

function setUp(data: IDataObject = {}) {
	let now = 0;
	const memory = new PollMemory<Run | RunSummary>(() => now);
	const asked: Array<string | null> = [];
	const poll = async (result: PollResult | Error, read = data) =>
		await memory.poll('Node', read, '', async (state) => {
			asked.push(state);
			if (result instanceof Error) throw result;
			return result;
		});
	return { memory, poll, asked, data, pass: (ms: number) => (now += ms) };
}

describe('PollMemory', () => {
	it('sends no requests during a Retry-After, for at most an hour', async () => {
		const { poll, asked, pass } = setUp({ runs: 'first' });
		const error = tooMany(24 * HOUR_MS);
		await expect(poll({ runs: [], state: 'second', error })).rejects.toBe(error);
		pass(HOUR_MS - 1);
		expect(await poll({ runs: [], state: 'third' })).toEqual([]);
		expect(asked).toEqual(['first']);
		pass(1);
		await poll({ runs: [], state: 'third' });
		expect(asked).toEqual(['first', 'second']);
	});

	it('rejects an activation during a Retry-After', async () => {
		const { poll, asked, data } = setUp();
		const error = tooMany(60_000);
		await expect(poll(error)).rejects.toBe(error);
		await expect(poll({ runs: [], state: 'first' })).rejects.toBe(error);
		expect(asked).toEqual([null]);
		expect(data).toEqual({});
	});

	it('forgets the pause and the clock of another account, but not of the same one', async () => {
		const { memory, poll, asked } = setUp({ runs: 'first' });
		memory.useFor('a');
		const error = tooMany(60_000);
		await expect(poll({ runs: [], state: 'second', error })).rejects.toBe(error);
		const { clock } = memory.tools;
		memory.useFor('a');
		await poll({ runs: [], state: 'third' });
		expect(memory.tools.clock).toBe(clock);
		expect(asked).toEqual(['first']);
		memory.useFor('b');
		await poll({ runs: [], state: 'third' });
		expect(asked).toEqual(['first', 'second']);
		expect(memory.tools.clock).not.toBe(clock);
	});

	it('does not emit twice if n8n read the state before it stored the emission', async () => {
		const { poll, asked, pass } = setUp({ runs: 'first' });
		expect(await poll({ runs: finished, state: 'second' })).toHaveLength(1);
		pass(KEPT_WITHIN_MS - 1);
		expect(await poll({ runs: finished, state: 'second' }, { runs: 'first' })).toEqual([]);
		pass(1);
		// By now n8n must have discarded it.
		const again = await poll({ runs: finished, state: 'second' }, { runs: 'first' });
		expect(again).toHaveLength(1);
		expect(asked).toEqual(['first', 'first']);
	});

	it('starts with the first phase and the first spot check', () => {
		const { spotCheck, firstPhase, excess, cutPolls } = setUp().memory.tools;
		expect({ spotCheck, firstPhase, excess, cutPolls }).toEqual({
			spotCheck: { next: 0, isDeferred: false },
			firstPhase: { index: 0 },
			excess: { runs: 0 },
			cutPolls: { inARow: 0 },
		});
	});

	it('continues from polls without emissions, even if n8n did not store them', async () => {
		const { poll, asked } = setUp();
		await poll({ runs: [], state: 'second' }, { runs: 'first' });
		await poll({ runs: [], state: 'third' }, { runs: 'first' });
		await poll({ runs: [], state: 'fourth' }, { runs: 'first' });
		expect(asked).toEqual(['first', 'second', 'third']);
	});

	it('continues from the stored state', async () => {
		const { poll, asked, data } = setUp({ runs: 'first' });
		await poll({ runs: finished, state: 'second' });
		await poll({ runs: [], state: 'third' });
		expect(asked).toEqual(['first', 'second']);
		expect(data).toEqual({ runs: 'third' });
	});

	it('passes the result of a poll to a newer poll that overtook it', async () => {
		const { memory, data } = setUp({ runs: 'first' });
		const found = { runs: finished, state: 'second' };
		const track = async () => {
			await Promise.resolve();
			return found;
		};
		const never = async () => await Promise.reject(new Error('It was to be handed over'));
		const first = memory.poll('Node', data, 'asked', track);
		const second = memory.poll('Node', data, 'asked', never);
		const third = memory.poll('Node', data, 'asked', never);
		expect(await Promise.all([first, second, third])).toEqual([[], [], finished]);
		expect(data).toEqual({ runs: 'second' });
	});

	it('continues in a newer poll after a poll without emissions', async () => {
		const { poll, asked, data } = setUp({ runs: 'first' });
		const polls = [poll({ runs: [], state: 'second' }), poll({ runs: finished, state: 'third' })];
		expect(await Promise.all(polls)).toEqual([[], finished]);
		expect(asked).toEqual(['first', 'second']);
		expect(data).toEqual({ runs: 'third' });
	});

	it('passes a result once, and looks again for what n8n discards later', async () => {
		const { poll, asked, pass, data } = setUp({ runs: 'first' });
		const found = { runs: finished, state: 'second' };
		await Promise.all([poll(found), poll(found)]);
		expect(asked).toEqual(['first']);
		pass(KEPT_WITHIN_MS);
		data.runs = 'first';
		expect(await poll({ runs: [], state: 'third' })).toEqual([]);
		expect(asked).toEqual(['first', 'first']);
	});

	it('does not pass a result to a poll with other settings', async () => {
		const { memory, data } = setUp({ runs: 'first' });
		const found = async () => await Promise.resolve({ runs: finished, state: 'second' });
		const nothing = async () => await Promise.resolve({ runs: [], state: 'third' });
		const polls = [memory.poll('Node', data, 'a', found), memory.poll('Node', data, 'b', nothing)];
		expect(await Promise.all(polls)).toEqual([[], []]);
		expect(data).toEqual({ runs: 'third' });
	});

	it('emits again what n8n discarded because the node was renamed at that moment', async () => {
		const { memory, poll, asked, pass } = setUp({ runs: 'first' });
		await poll({ runs: finished, state: 'second' });
		pass(RENAMING_MS - 1);
		const renamed = await memory.poll('Other', {}, '', async (state) => {
			asked.push(state);
			return await Promise.resolve({ runs: finished, state: 'second' });
		});
		expect(renamed).toHaveLength(1);
		expect(asked).toEqual(['first', 'first']);
	});

	it('continues if the node is renamed after a failed poll', async () => {
		const { memory, poll, asked } = setUp({ runs: 'first' });
		await expect(poll(new Error('Down'))).rejects.toThrow('Down');
		await memory.poll('Other', {}, '', async (state) => {
			asked.push(state);
			return await Promise.resolve({ runs: [], state: 'second' });
		});
		expect(asked).toEqual(['first', 'first']);
	});

	it('continues if the node is renamed later, and renamed back', async () => {
		const { memory, poll, asked, pass, data } = setUp({ runs: 'first' });
		await poll({ runs: finished, state: 'second' });
		pass(RENAMING_MS);
		const other: IDataObject = {};
		await memory.poll('Other', other, '', async (state) => {
			asked.push(state);
			return await Promise.resolve({ runs: finished, state: 'third' });
		});
		expect(other).toEqual({ runs: 'third' });
		pass(KEPT_WITHIN_MS);
		await poll({ runs: [], state: 'fourth' });
		expect(asked).toEqual(['first', 'second', 'third']);
		expect(data).toEqual({ runs: 'fourth' });
	});
});
