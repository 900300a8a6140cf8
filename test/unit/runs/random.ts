// jest makes each access to a global slow, and millions of numbers are drawn.
const { floor, imul } = Math;

/** Pseudorandom numbers that depend only on the seed (mulberry32). */
export class Random {
	constructor(private state: number) {}

	/** From 0 (included) to 1 (excluded). */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** A whole number from `min` to `max`, both included. */
	between(min: number, max: number): number {
		return min + floor(this.next() * (max - min + 1));
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	shuffled<T>(items: T[]): T[] {
		return items
			.map((item) => ({ item, rank: this.next() }))
			.sort((a, b) => a.rank - b.rank)
			.map(({ item }) => item);
	}
}
