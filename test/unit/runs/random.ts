// Jest makes each look at a global slow, and numbers are drawn by the million.
const { floor, imul } = Math;

/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
	constructor(private state: number) {}

	/** From 0 up to 1. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** A whole number, both ends included. */
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
