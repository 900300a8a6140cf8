import type { OutputItem } from '../engine/operation';
import { PollMemory } from './pollMemory';

/** A node that was not polled for so long in ms is taken for gone: more than a week. */
const FORGOTTEN_AFTER_MS = 8 * 86_400_000;

/** What a process remembers of its trigger nodes, one memory for each. */
export class Memories {
	private readonly memories = new Map<string, { memory: PollMemory<OutputItem>; usedAt: number }>();

	/** @param local milliseconds of a clock that is never set */
	constructor(private readonly local: () => number) {}

	get size(): number {
		return this.memories.size;
	}

	of(key: string): PollMemory<OutputItem> {
		const now = this.local();
		for (const [other, { usedAt }] of this.memories) {
			if (now - usedAt > FORGOTTEN_AFTER_MS) this.memories.delete(other);
		}
		const memory = this.memories.get(key)?.memory ?? new PollMemory<OutputItem>(this.local);
		this.memories.set(key, { memory, usedAt: now });
		return memory;
	}
}
