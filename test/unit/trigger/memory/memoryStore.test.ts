import type { IDataObject } from 'n8n-workflow';
import { readState, replaceState } from '../../../../nodes/DocScore/trigger/memory/staticData';
import { MemoryStore } from '../../../../nodes/DocScore/trigger/memory/memoryStore';

const DAY_MS = 86_400_000;

describe('the state in n8n', () => {
	it('is replaced only if it is the one from which the poll started', () => {
		const data: IDataObject = { runs: 'first', others: 1 };
		expect(replaceState(data, 'other', 'second')).toBe(false);
		expect(replaceState(data, null, 'second')).toBe(false);
		expect(data).toEqual({ runs: 'first', others: 1 });
		expect(replaceState(data, 'first', 'second')).toBe(true);
		expect(data).toEqual({ runs: 'second', others: 1 });
		expect(readState(data)).toBe('second');
	});

	it('is not written if it stays the same', () => {
		expect(replaceState(Object.freeze({ runs: 'first' }), 'first', 'first')).toBe(true);
	});
});

describe('MemoryStore', () => {
	it('forgets nodes that were not polled for more than eight days', () => {
		let now = 0;
		const store = new MemoryStore(() => now);
		const [kept, gone] = [store.of('kept'), store.of('gone')];
		now += 8 * DAY_MS;
		expect(store.of('kept')).toBe(kept);
		expect(store.size).toBe(2);
		now += 1;
		expect(store.of('kept')).toBe(kept);
		expect(store.size).toBe(1);
		expect(store.of('gone')).not.toBe(gone);
	});
});
