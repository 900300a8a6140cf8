import { toBoolean } from './boolean';
import { clipped } from './issue';
import { isNothing, normalize, Problem } from './normalize';
import { labelOf, type Lines, noHead } from './tableLines';

/** What shows that the first line is the head: the form of the table, or that it is a list. */
export type Proof = 'form' | 'list' | 'none' | 'prose';

/** Checks that the first line contains names: without a header, the first row would be lost. */
export function headProblem(head: string[], named: string[], proof: Proof, rows: Lines = []) {
	if (head.some((name) => name === '')) return new Problem('has a column without a name');
	const labels = new Set(head.map(labelOf));
	const isNamed = named.some((name) => labels.has(labelOf(name)));
	const problem = valueProblem(head, proof, rows) ?? sentenceProblem(head, proof);
	if (problem && !isNamed) return problem;
	const areTwo = new Set(head).size < head.length;
	return areTwo ? new Problem('has two columns with the same name') : undefined;
}

/** Finds a value among the names: one that no name is, or one like the cells below it. */
function valueProblem(head: string[], proof: Proof, rows: Lines): Problem | undefined {
	const hasAnswer = head.some(isWord);
	const value = head.find((name, at) => {
		const hasLetter = /\p{L}/u.test(name);
		// N/A is a name beside Yes and No.
		const isNone = isNothing(name) && !/\p{L}{2}/u.test(name) && !(hasLetter && hasAnswer);
		// Below a line of dashes, names may have digits, but a number or a date alone is a value.
		const isValue = (isNone || /\p{N}/u.test(normalize(name))) && (proof !== 'form' || !hasLetter);
		const cells = rows.map((row) => String(row[at] ?? '').trim()).filter((cell) => cell !== '');
		return isValue || isLike(name, cells, proof);
	});
	return value === undefined ? undefined : noHead(value);
}

const isWord = (cell: string) => typeof toBoolean(cell) === 'boolean' && /\p{L}/u.test(cell);
const isTick = (cell: string) => /^\p{So}\uFE0F?$/u.test(cell);

/** Whether a name is a value like the cells of its column: yes or no, an amount with its unit, a date. */
function isLike(name: string, cells: string[], proof: Proof): boolean {
	// A column can be called On, Checked or No., and ticks can be below Yes.
	if (!isTick(name) && (!isWord(name) || /^(?:on|off|.*ed|.*\.)$/i.test(name))) {
		// Not a name with a number at its end, such as Q1 or Budget 2025.
		const isAmount = /^\p{N}|\p{N}[.,] ?\p{N}/u.test(name);
		return isAmount && cells.map(shapeOf).includes(shapeOf(name));
	}
	const given = cells.filter((cell) => !isNothing(cell));
	if (given.length === 0) return cells.length > 0 && proof !== 'form';
	return given.some((cell) => isWord(cell) || (isTick(name) && isTick(cell)));
}

/** The same for 4.50 EUR and 12 EUR, or for two dates. */
const shapeOf = (text: string): string =>
	normalize(/\p{N}{4}/u.test(text) ? text.replace(/\p{L}+/gu, 'a') : text.toLowerCase())
		.replace(/\p{N}+(?:[.,' ]\p{N}+)*/gu, '0')
		.replace(/[\s.]/g, '');

/** Lines that begin like sentences, and go on like sentences after commas. */
export const PROSE = /^(?:\s*\p{Lu}[^,\r\n]*(?:, \p{Ll}[^,\r\n]*)+(?:[\r\n]|$))+\s*$/u;

/** Finds what reads like a sentence or an address rather than names. */
function sentenceProblem(head: string[], proof: Proof): Problem | undefined {
	if (proof === 'form' || proof === 'list') return undefined;
	const words = head.join(' ').split(' ').length / head.length;
	// In shorter ones, a dot is that of an abbreviation such as Art. No.
	const isLong = words >= 2;
	const isProse = proof === 'prose' || /\p{L}{3}\.$/u.test(head.at(-1) ?? '');
	const one = head.find((name) => /[:!?](?: |$)/.test(name) || (isLong && name.includes('. ')));
	const found = words >= 5 || (isLong && isProse) ? head.join(', ') : one;
	if (found === undefined) return undefined;
	return new Problem(`begins with a sentence, not with column names: '${clipped(found)}'`);
}
