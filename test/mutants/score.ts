import type { Failure } from './firstFailure';
import type { Mutant } from './mutant';

/** The result of a mutant. Without a failure, it survived. */
export interface Result {
	mutant: Mutant;
	failure: Failure | undefined;
	/** Number of test files that reach it. */
	tests: number;
	tookMs: number;
}

export interface Score {
	folder: string;
	drawn: number;
	caught: number;
}

const percentOf = ({ drawn, caught }: Score): number => (100 * caught) / drawn;

const ALL = 'all';

/** The folder in whose score a file counts, as in the picture in CONTRIBUTING.md. */
export function folderOf(file: string): string {
	const [first = '', , room, ...rest] = file.split('/');
	return room === undefined || rest.length === 0 ? first : room;
}

/** The scores of each folder, followed by that of all. */
export function scoresOf(results: Result[]): Score[] {
	const scores = new Map<string, Score>();
	for (const { mutant, failure } of results) {
		for (const folder of [folderOf(mutant.file), ALL]) {
			const { drawn, caught } = scores.get(folder) ?? { drawn: 0, caught: 0 };
			scores.set(folder, { folder, drawn: drawn + 1, caught: caught + (failure ? 1 : 0) });
		}
	}
	const rank = ({ folder }: Score) => (folder === ALL ? 1 : 0);
	return [...scores.values()].sort((a, b) => rank(a) - rank(b) || a.folder.localeCompare(b.folder));
}

export function tableOf(scores: Score[]): string {
	const rows = scores.map((score) => {
		const { folder, drawn, caught } = score;
		return [folder, drawn, caught, drawn - caught, `${Math.floor(percentOf(score))} %`];
	});
	return [['folder', 'drawn', 'caught', 'survived', ''], ...rows]
		.map(([name, ...cells]) =>
			[`${name}`.padEnd(14), ...cells.map((cell) => `${cell}`.padStart(10))].join('').trimEnd(),
		)
		.join('\n');
}

/** The scores below the requested percentages. */
export function shortfalls(
	scores: Score[],
	{ atLeast, eachAtLeast }: { atLeast: number; eachAtLeast: number },
): string[] {
	return scores
		.map((score) => ({ score, wanted: score.folder === ALL ? atLeast : eachAtLeast }))
		.filter(({ score, wanted }) => percentOf(score) < wanted)
		.map(({ score, wanted }) => `${score.folder}: less than ${wanted} % are caught`);
}
