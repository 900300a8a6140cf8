import { Random } from '../unit/runs/random';
import { apply, type Change, changesIn } from './changes';

/** A change and its file. */
export interface Mutant {
	/** Path in the project, with slashes. */
	file: string;
	/** The unchanged text. */
	text: string;
	change: Change;
}

/** A change that no test can notice, because the code behaves the same. */
export interface Equivalent {
	file: string;
	/** The unchanged line or lines, trimmed. */
	line: string;
	before: string;
	after: string;
	why: string;
}

export const mutantsOf = (file: string, text: string): Mutant[] =>
	changesIn(text).map((change) => ({ file, text, change }));

export const mutatedText = ({ text, change }: Mutant): string => apply(text, change);

export const lineNumber = ({ text, change }: Mutant): number =>
	text.slice(0, change.span.start).split('\n').length;

/** The changed lines, before and after. */
export function linesOf({ text, change }: Mutant): { before: string; after: string } {
	const { start, end } = change.span;
	const from = text.lastIndexOf('\n', start - 1) + 1;
	const to = end + text.slice(end).search(/\n|$/);
	const before = text.slice(from, to);
	return { before, after: text.slice(from, start) + change.after + text.slice(end, to) };
}

export const isEquivalent = (mutant: Mutant, { file, line, before, after }: Equivalent): boolean =>
	mutant.file === file &&
	mutant.change.before === before &&
	mutant.change.after === after &&
	linesOf(mutant).before.trim() === line;

/**
 * All mutants in an order that depends only on the seed. An operator with four times as many mutants comes
 * only twice as often, so that no operator dominates.
 */
export function shuffled(mutants: Mutant[], seed: number): Mutant[] {
	const random = new Random(seed);
	const operators = [...new Set(mutants.map(({ change }) => change.operator))];
	const ranked = operators.flatMap((operator) => {
		const pile = mutants.filter(({ change }) => change.operator === operator);
		return random
			.shuffled(pile)
			.map((mutant, at) => ({ mutant, rank: (at + random.next()) / Math.sqrt(pile.length) }));
	});
	return ranked.sort((a, b) => a.rank - b.rank).map(({ mutant }) => mutant);
}
