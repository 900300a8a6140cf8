import type { OutputItem } from '../../engine/operation';
import { PollMemory } from './pollMemory';

/** A node that was not polled for this long, in ms, counts as removed: more than a week. */
const MAX_IDLE_MS = 8 * 86_400_000;

/** The memories of a process, one for each trigger node. */
export class MemoryStore {
	private readonly byNode = new Map<string, { memory: PollMemory<OutputItem>; usedAt: number }>();

	/** @param local ms of a monotonic clock */
	constructor(private readonly local: () => number) {}

	get size(): number {
		return this.byNode.size;
	}

	of(key: string): PollMemory<OutputItem> {
		const now = this.local();
		for (const [other, { usedAt }] of this.byNode) {
			if (now - usedAt > MAX_IDLE_MS) this.byNode.delete(other);
		}
		const memory = this.byNode.get(key)?.memory ?? new PollMemory<OutputItem>(this.local);
		this.byNode.set(key, { memory, usedAt: now });
		return memory;
	}
}
