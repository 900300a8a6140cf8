import type { List, ListedRun, Span } from '../../../nodes/DocScore/runs/listing';

/** A run that was listed, named by its time; null for none. */
export const listed = (created: number | null, id = `${created}`): ListedRun => ({
	id,
	status: 'completed',
	created: created ?? 0,
	dated: created !== null,
	run: { id, name: null, status: 'completed', createdTime: null, fields: [], raw: {} },
});

/** A list of runs, oldest first, with exclusive bounds; it tells what it was asked for. */
export class PlainList {
	asked: string[] = [];

	readonly shown = new Set<string>();

	constructor(
		public runs: ListedRun[],
		/** What is counted, where it is not what is there. */
		private readonly count: (there: number, span: Span) => number = (there) => there,
	) {}

	readonly list: List = async ({ from, to }, page = 1) => {
		this.asked.push(`${Math.round(from)}..${Math.round(to)}${page > 1 ? ` page ${page}` : ''}`);
		await Promise.resolve();
		const there = this.runs.filter(({ dated, created }) => {
			return !dated || (created > from && created < to);
		});
		const runs = there.slice(100 * (page - 1), 100 * page);
		for (const { id } of runs) this.shown.add(id);
		const total = this.count(there.length, { from, to });
		return { runs, total, whole: runs.length >= total || runs.length === 0 };
	};
}

/** So many runs, that far apart. */
export const evenly = (count: number, spacingMs: number, from = 0): ListedRun[] =>
	Array.from({ length: count }, (_, index) => {
		const created = from + index * spacingMs;
		return listed(created, `${created} ${index}`);
	});
