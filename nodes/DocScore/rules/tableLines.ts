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

/** The names of the characters from U+00A1 on, and of others, in HTML. */
const LATIN =
	'iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
	'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig ' +
	'Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times ' +
	'Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave ' +
	'eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave ' +
	'uacute ucirc uuml yacute thorn yuml';
const OTHERS =
	'amp & lt < gt > quot " apos \' euro € ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ hellip … ' +
	'bull • minus − trade ™ Scaron Š scaron š Zcaron Ž zcaron ž OElig Œ oelig œ';

const ENTITIES = new Map([
	...LATIN.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(0xa1 + at)]),
	...Array.from(OTHERS.matchAll(/(\w+) (\S)/g), ([, name = '', sign = '']): [string, string] => [
		name,
		sign,
	]),
	['nbsp', ' '],
]);

/** The character of euro, #8364 or #x20ac; undefined if the name is not known. */
const characterOf = (name: string): string | undefined =>
	name.startsWith('#')
		? String.fromCodePoint(Math.min(Number(name.slice(1).replace(/^x/i, '0x')), 0x10ffff))
		: ENTITIES.get(name);

/** The text that a cell of HTML shows. Where a tag divides figures, they are not one number. */
const shownIn = (cell: string): string =>
	cell
		.replace(/<\/t[hdr]>[^]*/i, '')
		.replace(/<br\s*\/?>|(?:<\/?(?:p|div|li|[uo]l|h\d)(?:\s[^<>]*)?>)+/gi, '\n')
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
	const value = hasHead ? /<td(?:\s[^<>]*)?>([^]*)/i.exec(first)?.[1] : undefined;
	if (value === undefined) return { lines, hasHead };
	return new Problem(
		`has no column names: its first row contains '${clipped(shownIn(value).trim())}'`,
	);
}

/** The cells of a line of a Markdown table. In a cell, a bar is written as \|. */
function markdownCells(line: string): string[] {
	const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
	if (cells[0] === '') cells.shift();
	if (cells.length > 1 && cells.at(-1) === '') cells.pop();
	return cells;
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
