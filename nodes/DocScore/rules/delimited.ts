/** The delimiters between the cells of a line. */
export const DELIMITERS = ['\t', ';', ',', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The end of a cell: the delimiter after it, or the end of the line. */
const UNQUOTED: Record<Delimiter, RegExp> = {
	'\t': /[^\t\r\n]*/y,
	';': /[^;\r\n]*/y,
	',': /[^,\r\n]*/y,
	'|': /[^|\r\n]*/y,
};

/**
 * The trimmed cells of each line. As in RFC 4180, a cell in quotes may contain delimiters, line
 * breaks, and a quote written twice. If a quote is not closed at the end of its cell, that cell is
 * empty, and the rest of the text is not read.
 */
export function readLines(
	text: string,
	delimiter: Delimiter,
): { lines: string[][]; isWhole: boolean } {
	const lines: string[][] = [];
	let line: string[] = [];
	let at = 0;
	for (;;) {
		const cell = readCell(text, at, delimiter);
		if (cell === null) return { lines: [...lines, [...line, '']], isWhole: false };
		line.push(cell.text.trim());
		at = cell.end;
		if (text[at] === delimiter) {
			at++;
			continue;
		}
		lines.push(line);
		if (at >= text.length) return { lines, isWhole: true };
		line = [];
		// Between the two characters of a Windows line break is an empty line, which does not count.
		at++;
	}
}

function readCell(
	text: string,
	start: number,
	delimiter: Delimiter,
): { text: string; end: number } | null {
	const quote = afterBlanks(text, start, delimiter);
	if (text[quote] !== '"') {
		const end = endOf(UNQUOTED[delimiter], text, start);
		return { text: text.slice(start, end), end };
	}
	const close = closingQuote(text, quote + 1);
	if (close < 0) return null;
	const end = afterBlanks(text, close + 1, delimiter);
	if (end < text.length && !['\r', '\n', delimiter].includes(text.charAt(end))) return null;
	return { text: text.slice(quote + 1, close).replaceAll('""', '"'), end };
}

function closingQuote(text: string, from: number): number {
	let at = text.indexOf('"', from);
	while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
	return at;
}

function afterBlanks(text: string, from: number, delimiter: Delimiter): number {
	let at = from;
	for (;;) {
		const sign = text.charAt(at);
		const isBlank = sign === ' ' || sign === '\u00A0' || sign === '\t';
		if (!isBlank || sign === delimiter) return at;
		at++;
	}
}

function endOf(pattern: RegExp, text: string, from: number): number {
	pattern.lastIndex = from;
	pattern.exec(text);
	return pattern.lastIndex;
}

/** The cells of a line of a Markdown table. In a cell, a bar is written as \|. */
export function readMarkdownLine(line: string): string[] {
	const cells = line
		.trim()
		.split(/(?<!\\)\|/)
		.map((cell) => cell.trim().replaceAll('\\|', '|'));
	if (cells[0] === '') cells.shift();
	if (cells.length > 1 && cells.at(-1) === '') cells.pop();
	return cells;
}

/** Whether a line is the delimiter row of a Markdown table: dashes, in so many cells. */
export function isDelimiterRow(line: string, width: number): boolean {
	if (!/^[\s|:-]*$/.test(line) || !line.includes('|')) return false;
	const cells = readMarkdownLine(line);
	return cells.length === width && cells.every((cell) => /^:?-+:?$/.test(cell));
}
