/**
 * The first table with this many columns, as a list of lists with the template's column names. A table
 * starts with a line of words, one of which is a column name. The following lines with the same number of
 * cells are its rows. Totals below a table have fewer cells.
 */
export function findTable(columns: string[], lines: string[]): string | null {
	const rows = lines.map((line) => line.split('\t').map((cell) => cell.trim()));
	const head = rows.findIndex((cells) => isHead(cells, columns));
	if (head === -1) return null;
	const below = rows.slice(head + 1);
	const end = below.findIndex((cells) => cells.length !== columns.length);
	return JSON.stringify([columns, ...below.slice(0, end === -1 ? undefined : end)]);
}

const isHead = (cells: string[], columns: string[]): boolean =>
	cells.length === columns.length &&
	cells.every((cell) => !/\d/.test(cell)) &&
	cells.some((cell) => columns.includes(cell.toLowerCase()));
