import { clipped } from './issue';
import { Problem } from './normalize';

/** Lines of cells, of which the first has the names of the columns. */
export type Lines = unknown[][];

/** What is shown of a name in Markdown: amount of **amount**. */
export const withoutEmphasis = (name: string): string =>
	name.trim().replace(/^(\*\*?|`)(.+)\1(:?)$/, '$2$3');

/** The same for names that differ in case, blanks, emphasis or a colon at the end. */
export const labelOf = (name: string): string =>
	withoutEmphasis(name)
		.replace(/:{1,2}$/, '')
		.replace(/[\s_]/g, '')
		.toLowerCase() || name;

export const noHead = (value: string) =>
	new Problem(`has no column names: its first row contains '${clipped(value)}'`);

/** Characters by their names in HTML. */
const ENTITIES = new Map(
	(
		'amp & lt < gt > quot " apos \' euro € pound £ yen ¥ cent ¢ sect § deg ° plusmn ± minus − times × divide ÷ ' +
		'sup1 ¹ sup2 ² sup3 ³ frac12 ½ frac14 ¼ frac34 ¾ micro µ middot · bull • para ¶ ordf ª ordm º copy © reg ® ' +
		'trade ™ laquo « raquo » lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ ndash – mdash — hellip … iexcl ¡ ' +
		'iquest ¿ szlig ß AElig Æ aelig æ OElig Œ oelig œ Oslash Ø oslash ø ETH Ð eth ð THORN Þ thorn þ'
	)
		.match(/\S+ \S+/g)
		?.map((pair): [string, string] => [pair.slice(0, -2), pair.slice(-1)]),
).set('nbsp', ' ');

/** The marks that letters have, as in uuml and eacute. */
const ACCENTS = new Map([
	['grave', '\u0300'],
	['acute', '\u0301'],
	['circ', '\u0302'],
	['tilde', '\u0303'],
	['uml', '\u0308'],
	['ring', '\u030A'],
	['caron', '\u030C'],
	['cedil', '\u0327'],
]);

/** The character of euro, uuml, #8364 or #x20ac; undefined if the name is not known. */
function characterOf(name: string): string | undefined {
	const code = Number(name.replace(/#(x?)/i, '0$1'));
	if (name.startsWith('#')) return String.fromCodePoint(Math.min(code, 0x10ffff));
	const accent = ACCENTS.get(name.slice(1));
	return accent ? (name.charAt(0) + accent).normalize('NFC') : ENTITIES.get(name);
}

/** The text that a cell of HTML shows. Where a tag divides figures, they are not one number. */
const shownIn = (cell: string): string =>
	cell
		.replace(/<\/t[hdr]>[^]*/i, '')
		.replace(/<br\s*\/?>|(?:<\/?(?:p|div|li|[uo]l|h\d)(?:\s[^<>]*)?>)+/gi, '\n')
		.replace(/<\/?(?:wbr|b|strong|i|em|u|mark|font)(?:\s[^<>]*)?>/gi, '')
		.replace(/(?<=\p{Nd})(?:<\/?[a-z][^<>]*>)+(?=\p{Nd})/giu, '\n')
		.replace(/<\/?[a-z][^<>]*>/gi, '')
		.replace(/&(#\d+|#x[\da-f]+|\w+);/gi, (found, name: string) => characterOf(name) ?? found);

/** The cells of an HTML table, and whether its first line is a head. */
export function htmlLines(given: string): { lines: Lines; hasHead: boolean } | Problem {
	const text = given.replace(/<!--[^]*?(?:-->|$)/g, '');
	if (/<table[\s>][^]*<table[\s>]/i.test(text)) return new Problem('has more than one table');
	if (/(?:col|row)span/i.test(text))
		return new Problem('has cells that span several columns or rows');
	const rows = text.split(/<tr[\s>]/i).slice(1);
	const lines = rows.map((row) =>
		row
			.split(/<t[hd](?:\s[^<>]*)?>/i)
			.slice(1)
			.map(shownIn),
	);
	const [first = ''] = rows;
	const hasHead = /<th[\s>]/i.test(first);
	// The names of a form stand in front of its values, one in each row.
	const isForm = hasHead && !/<thead/i.test(text);
	const cell = isForm ? (/<td(?:\s[^<>]*)?>([^]*)/i.exec(first)?.[1] ?? '') : '';
	const value = shownIn(cell).trim();
	return value === '' ? { lines, hasHead } : noHead(value);
}

/** A line such as Page 1 of 2, 1/2 or Seite 1, and the line below it. */
const PAGE_MARK =
	/^[^\S\r\n]*(?:(?:page|seite|p[aá]gina|strona|side|sida|sivu) \d{1,3}|(?:\p{L}+\.? )?\d{1,3} ?(?:\/|\p{L}{1,3}) ?\d{1,3})[^\S\r\n]*$(?=\s*(.*\S))/gimu;

/** Leaves out the marks of pages above the head. */
export function withoutPageMarks(text: string): string {
	const lines = text.split(/[\r\n]/);
	const head = lines.find((line) => /[\t;,|]/.test(line))?.trim();
	return text.replace(PAGE_MARK, (mark, next: string) => (next === head ? '' : mark));
}

/** The cells of a line of a Markdown table. In a cell, a bar is written as \|. */
function markdownCells(line: string): string[] {
	const inner = line.trim().replace(/^\||(?<!\\)\|$/g, '');
	return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** Whether a row has only dashes, as below the head of a Markdown table. */
const areDashes = (cells: string[]): boolean =>
	cells.length > 0 && cells.every((cell) => /^:?[-=\u2014]+:?$/.test(cell));

/** The cells of a Markdown table; undefined if the text has no line of dashes below a head. */
export function markdownLines(text: string): Lines | Problem | undefined {
	// A grid has lines of dashes around the head and the rows.
	const isGrid = (line: string) => /^\s*\+[-=+]+\+\s*$/.test(line);
	const filled = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
	const [, second] = filled.flatMap((line, at) => (isGrid(line) ? [at] : []));
	// A line without bars has no cells.
	const lines = filled
		.map((line, at) => (at === second ? line.replaceAll('+', '|') : line))
		.filter((line) => !isGrid(line))
		.map((line) => (line.includes('|') ? markdownCells(line) : []));
	// Too few dashes are a slip. With too many, the head would be another line.
	const at = lines.findIndex((cells, index) => {
		// Stryker disable next-line ArrayDeclaration: no cells are no dashes, either
		const below = lines[index + 1] ?? [];
		return below.length <= cells.length && areDashes(below);
	});
	const names = lines[at];
	if (names === undefined) return undefined;
	const rows = lines.slice(at + 2);
	const end = [...rows, []].findIndex((cells) => cells.length === 0);
	const labels = (cells: string[]) => cells.map(labelOf).join();
	const head = labels(names);
	// The line above other dashes may be the head of another table.
	const isSecond = rows.some(
		(cells, row) => areDashes(cells) && labels(rows[row - 1] ?? []) !== head,
	);
	if (isSecond) return new Problem('has a second line of dashes');
	const others = [...lines.slice(0, at), ...rows.slice(end)];
	if (others.some((cells) => cells.length > 0)) return new Problem('has rows apart from the table');
	return [names, ...rows.filter((cells) => !areDashes(cells))];
}

/**
 * The trimmed cells of each line. As in RFC 4180, a cell in quotes may contain separators, line
 * breaks, and a quote written twice. Text after an unclosed quote is not read.
 */
export function readLines(text: string, mark: string): { lines: string[][]; isWhole: boolean } {
	const blanks = `[^\\S\\r\\n${mark}]*`;
	const quoted = `${blanks}"([^"]*(?:""[^"]*)*)"${blanks}(?=[${mark}\\r\\n]|$)`;
	const cell = new RegExp(`${quoted}|(?!${blanks}")([^${mark}\\r\\n]*)`, 'y');
	const lines: string[][] = [];
	let line: string[] = [];
	for (let at = 0; ; at++) {
		cell.lastIndex = at;
		const found = cell.exec(text);
		// Stryker disable next-line StringLiteral,ArrayDeclaration: this cell is not used
		const [, inQuotes, plain = ''] = found ?? [];
		line.push((inQuotes?.replaceAll('""', '"') ?? plain).trim());
		at = cell.lastIndex;
		if (found && text[at] === mark) continue;
		lines.push(line);
		if (!found || at >= text.length) return { lines, isWhole: found !== null };
		line = [];
	}
}
