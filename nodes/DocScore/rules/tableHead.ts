import { toBoolean } from './boolean';
import { clipped } from './issue';
import { isNothing, normalize, Problem } from './normalize';
import { labelOf, type Lines, noHead } from './tableLines';

/** What shows that the first line is the head: the form of the table, dashes below it, or that it is a list. */
export type Proof = 'form' | 'dashes' | 'list' | 'prose' | undefined;

/** Checks that the first line contains names: without a header, the first row would be lost. */
// Stryker disable next-line ArrayDeclaration: only names that the form shows come without rows
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
	const areAnswers = hasAnswers(head);
	const value = head.find((name, at) => {
		// Names that the form shows may have digits, but are no numbers.
		const isNumber = !/\p{L}/u.test(name) && hasNumber(name);
		if (proof === 'form') return isNumber;
		const texts = rows.map((row) => row[at]).filter((cell) => typeof cell === 'string');
		const cells = texts.map((cell) => cell.trim()).filter((cell) => cell !== '');
		// Dashes are also below a first row, if a table has no head.
		if (proof === 'dashes') return isNumber || isAmount(name, cells);
		// N/A is a name beside Yes and No.
		const isNone = isNothing(name) && !/\p{L}{2}/u.test(name);
		if (isNone && !(hasAnswer && /\p{L}/u.test(name))) return true;
		return hasNumber(name) || (!areAnswers && isLike(name, cells));
	});
	return value === undefined ? undefined : noHead(value);
}

const hasNumber = (name: string): boolean => /\p{N}/u.test(normalize(name));

/** Whether a name is an amount or a date like the cells below it, and not such as Q1, 2nd or 2025 EUR. */
function isAmount(name: string, cells: string[]): boolean {
	const isOne = /^\p{N}|\p{N}[.,] ?\p{N}/u.test(name) && !/^(?:19|20)\d\d \P{N}*$/u.test(name);
	return isOne && cells.map(shapeOf).includes(shapeOf(name));
}

const isWord = (cell: string) => typeof toBoolean(cell) === 'boolean' && /\p{L}/u.test(cell);
const isTick = (cell: string) => /^\p{So}\uFE0F?$/u.test(cell);

/** Whether Yes and No are beside each other, or N/A between them, as names of columns for ticks are. */
function hasAnswers(head: string[]): boolean {
	const names = head.filter((name) => !isNothing(name));
	const answers = names.map((name) => (isWord(name) ? toBoolean(name) : null));
	return /true,false|false,true/.test(answers.join());
}

/** Whether a name is like the cells of its column: yes or no, a tick, or a value behind the same label. */
function isLike(name: string, cells: string[]): boolean {
	const [label, value] = name.split(': ');
	if (value !== undefined) return cells.some((cell) => cell.startsWith(`${label}: `));
	// A column can be called On, Checked or No., and ticks can be below Yes.
	if (!isTick(name) && (!isWord(name) || /^(?:on|off|.*ed|.*\.)$/i.test(name))) return false;
	const given = cells.filter((cell) => !isNothing(cell));
	// No is also the name of a column for numbers.
	const isNo = name.toLowerCase() === 'no';
	if (given.length === 0) return cells.some((cell) => !isNo || /\p{L}/u.test(cell));
	return given.some((cell) => isWord(cell) || (isTick(name) && isTick(cell)));
}

/** The same for 4.50 EUR and 12 EUR, or for two dates. */
const shapeOf = (text: string): string =>
	// Stryker disable next-line MethodExpression: capitals are the same as well
	normalize(/\p{N}{4}/u.test(text) ? text.replace(/\p{L}+/gu, 'a') : text.toLowerCase())
		.replace(/\p{N}+(?:[.,' ]\p{N}+)*/gu, '0')
		.replace(/[\s.]/g, '');

const wordsPerCell = (line: string[]): number => line.join(' ').split(' ').length / line.length;

/** Lines that begin like sentences, and go on like sentences after commas. */
const PROSE = /^(?:\s*\p{Lu}[^,\r\n]*(?:, \p{Ll}[^,\r\n]*)+(?:[\r\n]|$))+\s*$/u;

/** Whether lines that commas divide are sentences: long ones, also below the first. */
export const isProse = (text: string, lines: string[][]): boolean =>
	lines.every((line) => wordsPerCell(line) > 2) &&
	(wordsPerCell(lines[0] ?? []) >= 5 || PROSE.test(text));

/** Finds what reads like a sentence or an address rather than names. */
function sentenceProblem(head: string[], proof: Proof): Problem | undefined {
	if (proof === 'form' || proof === 'dashes' || proof === 'list') return undefined;
	// In shorter ones, a dot is that of an abbreviation such as Art. No.
	const isLong = wordsPerCell(head) >= 2;
	const isSentence = proof === 'prose' || (isLong && /\p{L}{3}\.$/u.test(head.at(-1) ?? ''));
	const one = head.find((name) => /[:!?]$|[!?] /.test(name) || (isLong && name.includes('. ')));
	const found = isSentence ? head.join(', ') : one;
	if (found === undefined) return undefined;
	return new Problem(`begins with a sentence, not with column names: '${clipped(found)}'`);
}
