/** The number of measured rounds. */
export const ROUNDS = 5;

export interface Sample {
	median: number;
	min: number;
	max: number;
}

export function sampleOf(values: number[]): Sample {
	const sorted = [...values].sort((a, b) => a - b);
	const at = (part: number) => sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN;
	return { median: at(0.5), min: at(0), max: at(1) };
}

/** One way to do the work, and its results in all rounds. */
export class Side<Result> {
	private readonly results: Result[] = [];

	constructor(private readonly work: () => Promise<Result>) {}

	async run(): Promise<Result> {
		const result = await this.work();
		this.results.push(result);
		return result;
	}

	sample(numberOf: (result: Result) => number): Sample {
		return sampleOf(this.results.map(numberOf));
	}
}

/** Runs the sides in turn, so that changes in the machine's speed affect all of them. */
export async function alternate(sides: Array<Side<unknown>>, rounds = ROUNDS): Promise<void> {
	for (let round = 0; round < rounds; round++) for (const side of sides) await side.run();
}
