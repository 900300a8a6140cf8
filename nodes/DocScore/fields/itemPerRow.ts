import type { IDataObject } from 'n8n-workflow';
import { cellOf } from './cells';
import { cellsOf, rowMaker } from './flatRow';
import type { ShownRun } from './shownRun';
import type { TableRows } from './tableRows';

/**
 * One item per row of the table, with its columns in the order of the table. A run without rows is
 * one item, with its fields and its issues.
 */
export function itemPerRow(shown: ShownRun, { rows, empty }: TableRows): IDataObject[] {
	// All rows have the same columns.
	const columns = Object.keys({ ...rows[0], ...empty });
	const isShown = isBeside(shown, columns);
	const beside = cellsOf(shown.fields.filter(({ name }) => isShown(name)));
	const shownNames = columnNames(columns, Object.keys(beside));
	const makeRow = rowMaker(shown, [...shownNames.values(), ...Object.keys(beside)]);
	return (rows.length > 0 ? rows : [{}]).map((row: IDataObject) => {
		const cells = [...shownNames].map(([name, shownName]) => [
			shownName,
			Object.hasOwn(row, name) ? cellOf(row[name]) : null,
		]);
		return makeRow({ ...Object.fromEntries(cells), ...beside });
	});
}

/** Whether a field is output beside the rows: not their own, nor a name that only a column has. */
export function isBeside({ run, rows }: ShownRun, columns: string[]): (name: string) => boolean {
	const sent = new Set(run.fields.map(({ name }) => name));
	return (name) => name !== rows?.field && (sent.has(name) || !columns.includes(name));
}

/**
 * The names to show of the table's columns. If a field of the run has the same name, the column gets
 * another: the field must have one name in all rows, and a run without rows has no such column.
 * @param beside names of the fields beside the row
 */
export function columnNames(columns: string[], beside: string[]): Map<string, string> {
	const fields = new Set(beside);
	const taken = new Set([...columns, ...beside]);
	return new Map(
		columns.map((name) => {
			let shownName = name;
			while (fields.has(name) && taken.has(shownName)) shownName += '_';
			taken.add(shownName);
			return [name, shownName];
		}),
	);
}
