import type { IDataObject } from 'n8n-workflow';
import { PollMemory } from '../../../nodes/DocScore/runs/pollMemory';
import type { Tracked } from '../../../nodes/DocScore/runs/tracker';
import { ServiceError } from '../../../nodes/DocScore/service/errors';

const HOUR_MS = 3_600_000;

const tooMany = (retryAfterMs: number) =>
	new ServiceError('Too many requests', {
		status: 429,
		outcome: 'rejected',
		transient: true,
		retryAfterMs,
	});

function setUp(data: IDataObject = {}) {
	let now = 0;
	const memory = new PollMemory(() => now);
	const asked: Array<string | null> = [];
	const poll = async (result: Tracked | Error) =>
		await memory.poll('Node', data, async (state) => {
			asked.push(state);
			if (result instanceof Error) throw result;
			return result;
		});
	return { poll, asked, data, pass: (ms: number) => (now += ms) };
}

describe('PollMemory', () => {
	it('leaves the service alone for as long as it asks to, up to an hour', async () => {
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

	it('does not let an activation pass that was never tried', async () => {
		const { poll, asked, data } = setUp();
		const error = tooMany(60_000);
		await expect(poll(error)).rejects.toBe(error);
		await expect(poll({ runs: [], state: 'first' })).rejects.toBe(error);
		expect(asked).toEqual([null]);
		expect(data).toEqual({});
	});
});
