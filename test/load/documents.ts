/** How the execution with a document should end. */
export type Fate = 'ends' | 'isStopped' | 'timesOut';

export interface Document {
	/** Name of its run. */
	name: string;
	fate: Fate;
}

/** In scenarios that cancel executions, the fates of two of every ten documents. */
const FATES: Partial<Record<number, Fate>> = { 3: 'isStopped', 7: 'timesOut' };

export function makeDocuments(count: number, series: string, cancels: boolean): Document[] {
	return Array.from({ length: count }, (_, at) => ({
		name: `${series}, document ${at + 1}`,
		fate: (cancels ? FATES[at % 10] : undefined) ?? 'ends',
	}));
}

/** Processes all items, at most `width` at the same time. */
export async function eachAtOnce<Item>(
	items: readonly Item[],
	width: number,
	work: (item: Item) => Promise<void>,
): Promise<void> {
	const queue = items.values();
	const workers = Array.from({ length: width }, async () => {
		for (const item of queue) await work(item);
	});
	await Promise.all(workers);
}
