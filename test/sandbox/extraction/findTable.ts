/**
 * The first table with so many columns, as a list of lists with the names that the template gives them:
 * a line of words alone, one of them a column's name, and the lines below it with as many cells. The
 * totals below a table have fewer.
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
