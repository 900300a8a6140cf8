import type { IDataObject } from 'n8n-workflow';
import type { Input } from '../engine/input/input';
import { InputError } from '../engine/input/inputError';
import { fieldNames, splitRules } from '../rules/columns';
import type { FieldRule } from '../rules/conversions';
import type { RuleResult } from '../rules/applyRules';
import { isTableValue, type Table } from '../rules/table';

/** The table whose rows become items. */
export interface OutputTable {
	field: string;
	/** Names of the columns with a rule; every row has them. */
	columns: string[];
}

/** The table rows of a run; none if its table cannot be read. */
export interface TableRows {
	field: string;
	rows: Table;
	empty: IDataObject;
}

/** @throws InputError if there is not exactly one table */
export function readTable(input: Input<'output'>, rules: FieldRule[]): OutputTable {
	const [table, ...others] = rules.filter(({ conversion }) => conversion === 'table');
	if (table && others.length === 0) {
		const { ofColumns } = splitRules(rules);
		return { field: table.field, columns: ofColumns.map(({ column }) => column) };
	}
	const problem = table
		? 'is One Item per Row, but two rules create a table'
		: 'is One Item per Row, but no rule creates a table';
	const advice = table
		? "Keep one rule with Convert To: Table. Or set Output to Simplified and add n8n's Split Out node for each table"
		: 'In Field Rules, add a rule with Convert To: Table for the field with the rows';
	throw new InputError(input.label('output'), '', problem, advice);
}

export function rowsIn(
	{ field, columns }: OutputTable,
	{ fields, issues }: Pick<RuleResult, 'fields' | 'issues'>,
): TableRows {
	const values = new Map(fields.map(({ name, value }) => [name, value]));
	const name = fieldNames(fields).get(field) ?? field;
	const value = values.get(name);
	const isRead = !issues.some((issue) => issue.field === name && issue.check === undefined);
	const empty = Object.fromEntries(columns.map((column) => [column, null]));
	return { field: name, rows: isRead && isTableValue(value) ? value : [], empty };
}
