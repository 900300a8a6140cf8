import type { IDataObject } from 'n8n-workflow';
import type { ExtractedField } from '../service/types';
import type { FieldRule } from './conversions';
import { clipped } from './issue';
import type { Table } from './table';
import { labelOf } from './tableLines';

/** A rule for a column of a table, such as line_items.amount. */
export interface ColumnRule {
	rule: FieldRule;
	/** The rule that creates the table. */
	table: FieldRule;
	column: string;
}

/** The names of a run's fields by their names without spaces around them. */
export function fieldNames(fields: Array<{ name: string }>): Map<string, string> {
	const names = new Map<string, string>();
	for (const { name } of fields) {
		const trimmed = name.trim();
		// If two names differ only in spaces, the one without them is meant, or else the first one.
		if (name === trimmed || !names.has(trimmed)) names.set(trimmed, name);
	}
	return names;
}

/**
 * Separates rules for fields from rules for columns of tables.
 * @param names of the run's fields: one of them may be called as a column is
 */
export function splitRules(rules: FieldRule[], names: ReadonlyMap<string, string> = new Map()) {
	const tables = rules.filter(({ conversion }) => conversion === 'table');
	const tableOf = ({ field }: FieldRule) =>
		names.has(field) ? undefined : tables.find((table) => field.startsWith(`${table.field}.`));
	const ofColumns = rules.flatMap((rule): ColumnRule[] => {
		const table = tableOf(rule);
		return table ? [{ rule, table, column: rule.field.slice(table.field.length + 1).trim() }] : [];
	});
	return { ofFields: rules.filter((rule) => !tableOf(rule)), ofColumns };
}

/** The column of a rule in a table: its cells as they were sent. */
export interface Column {
	rule: FieldRule;
	/** Its name in the rule, which it gets in the rows. */
	name: string;
	/** Its name in the table. */
	sentAs: string;
	cells: Array<ExtractedField['value']>;
	/** Why there is none. */
	problem: string | null;
}

export function columnIn(table: Table, { rule, column }: ColumnRule): Column {
	const head = Object.keys(table[0] ?? {});
	const alike = head.filter((name) => labelOf(name) === labelOf(column));
	const sentAs =
		head.find((name) => name.trim() === column) ?? (alike.length === 1 ? alike[0] : undefined);
	const problem = table.length === 0 || sentAs !== undefined ? null : missing(head, alike);
	const cells = table.map((row) => (sentAs === undefined ? null : (row[sentAs] ?? null)));
	return { rule, name: column, sentAs: sentAs ?? column, cells, problem };
}

/** @param alike the columns that fit, none or more than one */
function missing(head: string[], alike: string[]): string {
	const [found, what] =
		alike.length > 0 ? [alike, 'more than one column fits: '] : [head, 'the table has '];
	return `is not a column: ${what}${clipped(found.map((name) => `'${name}'`).join(', '))}`;
}

/** A row whose cells are texts, with the columns that have a rule under its name. */
export function textRow(row: IDataObject, columns: Column[]): IDataObject {
	const shown = new Map(columns.map(({ sentAs, name }) => [sentAs, name]));
	return Object.fromEntries(
		Object.entries(row).map(([name, cell]) => [shown.get(name) ?? name, textOf(cell)]),
	);
}

export const textOf = (cell: ExtractedField['value']): string | null =>
	cell === null ? null : String(cell);
