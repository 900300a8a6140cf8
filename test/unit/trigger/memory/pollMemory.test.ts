// Sources: trigger/memory/pollTime.ts
import type { IDataObject } from 'n8n-workflow';
import { PollMemory } from '../../../../nodes/DocScore/trigger/memory/pollMemory';
import { TimeUp } from '../../../../nodes/DocScore/trigger/findings';
import type { PollResult } from '../../../../nodes/DocScore/trigger/poll';
import { readRun } from '../../../../nodes/DocScore/service/readRun';
import type { Run, RunSummary } from '../../../../nodes/DocScore/service/types';

const STORED_WITHIN_MS = 30_000;
const POLL_MS = 45_000;
const GRACE_MS = 60_000;

type Found = Run | RunSummary;

const finished = [readRun({ doc: { id: 'a', status: 'completed' } })].flatMap((run) => run ?? []);

const result = (state: string, runs: Found[] = [], isCut = false): PollResult => ({
	runs,
	state,
	isCut,
});

function setUp(data: IDataObject = {}) {
	let now = 0;
	const memory = new PollMemory<Found>(() => now);
	const from: Array<string | null> = [];
	const logs: string[] = [];
	const poll = async (
		tracked: PollResult | Error | Promise<PollResult>,
		{ read = data, node = 'Node', asked = '', givenMs = 300_000 } = {},
	) => {
		const log = (line: string) => void logs.push(line);
		return await memory.poll({ node, data: read, asked, givenMs, log }, async (state) => {
			from.push(state);
			if (tracked instanceof Error) throw tracked;
			return await tracked;
		});
	};
	return { memory, poll, from, data, logs, pass: (ms: number) => (now += ms) };
}

/** A poll that ends when it is told to. */
function endless() {
	let end: (result: PollResult) => void = () => {};
	const polled = new Promise<PollResult>((resolve) => {
		end = resolve;
	});
	return { polled, end: (tracked: PollResult) => end(tracked) };
}

describe('a poll', () => {
	it('that was overtaken says once that its time was too short', async () => {
		const { poll, logs, pass } = setUp({ runs: 'first' });
		const { polled, end } = endless();
		const slow = poll(polled);
		await poll(result('none'));
		pass(POLL_MS);
		end(result('second', [], true));
		await slow;
		expect(await poll(new Error('Not asked'))).toEqual([]);
		expect(logs).toEqual([expect.stringContaining('A poll of 45 s had no time for all runs')]);
	});

	it('does not output twice if n8n read the state before it stored the output', async () => {
		const { poll, from, pass } = setUp({ runs: 'first' });
		pass(STORED_WITHIN_MS);
		expect(await poll(result('second', finished))).toHaveLength(1);
		pass(STORED_WITHIN_MS - 1);
		expect(await poll(result('second', finished), { read: { runs: 'first' } })).toEqual([]);
		pass(1);
		// By now n8n must have discarded it.
		expect(await poll(result('second', finished), { read: { runs: 'first' } })).toHaveLength(1);
		expect(from).toEqual(['first', 'first']);
	});

	it('continues from polls without items, even if n8n did not store them', async () => {
		const { poll, from } = setUp();
		for (const state of ['second', 'third', 'fourth'])
			await poll(result(state), { read: { runs: 'first' } });
		expect(from).toEqual(['first', 'second', 'third']);
	});

	it('does not write the state again that is stored', async () => {
		const { poll } = setUp();
		expect(await poll(result('first'), { read: Object.freeze({ runs: 'first' }) })).toEqual([]);
	});

	it('continues from before its first output if n8n stored nothing', async () => {
		const { poll, from, pass } = setUp();
		for (const tracked of [result('first'), result('second', finished), result('second')]) {
			await poll(tracked, { read: {} });
			pass(STORED_WITHIN_MS);
		}
		expect(from).toEqual([null, 'first', 'first']);
	});

	it('continues from the stored state', async () => {
		const { poll, from, data } = setUp({ runs: 'first' });
		await poll(result('second', finished));
		await poll(result('third'));
		expect(from).toEqual(['first', 'second']);
		expect(data).toEqual({ runs: 'third' });
	});

	it('does not output if another copy of the module has replaced the state', async () => {
		const { poll, data } = setUp({ runs: 'first' });
		const slow = endless();
		const polled = poll(slow.polled);
		data.runs = 'other';
		slow.end(result('second', finished));
		expect(await polled).toEqual([]);
		expect(data).toEqual({ runs: 'other' });
	});

	it('does not begin while another is under way, which leaves its items to the next one', async () => {
		const { poll, from, data } = setUp({ runs: 'first' });
		const slow = endless();
		const polled = poll(slow.polled);
		expect(await poll(result('unread', finished))).toEqual([]);
		slow.end(result('second', finished));
		expect(await polled).toEqual([]);
		expect(data).toEqual({ runs: 'first' });
		expect(await poll(new Error('Not asked'))).toEqual(finished);
		expect(data).toEqual({ runs: 'second' });
		expect(from).toEqual(['first']);
	});

	it('does not take over items of other settings', async () => {
		const { poll, from } = setUp({ runs: 'first' });
		const slow = endless();
		const polled = poll(slow.polled, { asked: 'a' });
		await poll(result('unread'), { asked: 'b' });
		slow.end(result('second', finished));
		await polled;
		expect(await poll(result('third'), { asked: 'b' })).toEqual([]);
		expect(from).toEqual(['first', 'first']);
	});

	it('that never ends keeps no later poll from beginning, and what it finds later is not output', async () => {
		const { poll, from, logs, data, pass } = setUp({ runs: 'first' });
		const slow = endless();
		const polled = poll(slow.polled);
		pass(POLL_MS + GRACE_MS - 1);
		expect(await poll(result('unread', finished))).toEqual([]);
		pass(1);
		expect(await poll(result('second', finished))).toEqual(finished);
		expect(logs).toEqual([expect.stringContaining('did not end')]);
		slow.end(result('late', finished, true));
		expect(await polled).toEqual([]);
		expect(logs).toHaveLength(1);
		expect(data).toEqual({ runs: 'second' });
		await poll(result('third'));
		expect(from).toEqual(['first', 'first', 'second']);
	});

	it.each([
		['as n8n comes', 300_000, [45_000, 90_000, 180_000, 270_000, 270_000]],
		['with its scheduler', 36_000, [32_400, 32_400, 32_400, 32_400, 32_400]],
	])(
		'that was cut gives the next one twice the time, %s, and says so',
		async (_, givenMs, times) => {
			const { memory, poll, logs, pass } = setUp();
			for (const time of times) {
				expect(memory.time.next(givenMs)).toBe(time);
				await poll(result('state', [], true), { givenMs });
				pass(time);
			}
			expect(logs).toHaveLength(times.length);
			expect(logs[0]).toContain(`${Math.round((times[1] ?? 0) / 1_000)} s`);
			const uncut = async (ms: number) => {
				const slow = endless();
				const polled = poll(slow.polled, { givenMs });
				pass(ms);
				slow.end(result('state'));
				await polled;
				return memory.time.next(givenMs);
			};
			expect(await uncut(POLL_MS)).toBe(times.at(-1));
			expect(await uncut(POLL_MS - 1)).toBe(times[0]);
		},
	);

	it('that could not begin in time gives the next one more time, too', async () => {
		const { memory, poll } = setUp();
		await expect(poll(new TimeUp('Late'))).rejects.toThrow('Late');
		expect(memory.time.next()).toBe(90_000);
	});
});

describe('a node that is renamed', () => {
	it.each([
		['after an output', result('second', finished)],
		['after a poll without items', result('second')],
	])('continues %s, and when it is renamed back', async (_, first) => {
		const { poll, from, pass, data } = setUp({ runs: 'first' });
		await poll(first);
		const other: IDataObject = {};
		await poll(result('third', finished), { read: other, node: 'Other' });
		expect(other).toEqual({ runs: 'third' });
		pass(STORED_WITHIN_MS);
		await poll(result('fourth'));
		expect(from).toEqual(['first', 'second', 'third']);
		expect(data).toEqual({ runs: 'fourth' });
	});

	it('continues after a failed poll', async () => {
		const { poll, from } = setUp({ runs: 'first' });
		await expect(poll(new Error('Down'))).rejects.toThrow('Down');
		await poll(result('second'), { read: {}, node: 'Other' });
		expect(from).toEqual(['first', 'first']);
	});

	it('continues from the state that n8n stored regardless of its name', async () => {
		const { poll, from } = setUp({ runs: 'first' });
		await poll(result('second', finished));
		await poll(result('third'), { read: { runs: 'restored' }, node: 'Other' });
		expect(from).toEqual(['first', 'restored']);
	});

	it('continues from a stored state if it had none under either name', async () => {
		const { poll, from } = setUp();
		for (const node of ['Node', 'Other'])
			await expect(poll(new Error('Down'), { node })).rejects.toThrow('Down');
		await poll(result('second'), { read: { runs: 'first' } });
		expect(from).toEqual([null, null, 'first']);
	});
});

test('polls work again once, after a failed one', () => {
	const { alarm } = setUp().memory;
	expect(alarm.worked()).toBe(false);
	alarm.failed(undefined, false);
	expect([alarm.worked(), alarm.worked()]).toEqual([true, false]);
});

test('another account has its own clock, and the same states', async () => {
	const { memory, poll, from } = setUp({ runs: 'first' });
	memory.useFor('a');
	const { clock } = memory.tools;
	await poll(result('second'));
	memory.useFor('a');
	expect(memory.tools.clock).toBe(clock);
	memory.useFor('b');
	expect(memory.tools.clock).not.toBe(clock);
	await poll(result('third'));
	expect(from).toEqual(['first', 'second']);
});
