import type { IDataObject } from 'n8n-workflow';
import type { ExtractedField } from '../service/types';
import { type NamedField, nameIn } from './namedField';
import type { Issue } from './issue';
import type { FieldRule, Followed } from './fieldRule';
import { isTableValue } from './table';

/** A rule for a column of a table, named as in line_items.amount. */
export interface ColumnRule {
	rule: FieldRule;
	/** The rule that makes the table. */
	table: FieldRule;
	column: NamedField;
}

/** Rules for fields, and rules for columns of the tables that some of them make. */
export function splitRules(rules: FieldRule[]): { ofFields: FieldRule[]; ofColumns: ColumnRule[] } {
	const tables = rules.filter(({ conversion }) => conversion === 'table');
	const ofColumns = rules.flatMap((rule) => columnRule(rule, tables) ?? []);
	const named = new Set(ofColumns.map(({ rule }) => rule));
	return { ofFields: rules.filter((rule) => !named.has(rule)), ofColumns };
}

function columnRule(rule: FieldRule, tables: FieldRule[]): ColumnRule | undefined {
	const { given } = rule.field;
	const table = tables.find((each) => each !== rule && given.startsWith(`${each.field.given}.`));
	if (table === undefined) return undefined;
	const column = given.slice(table.field.given.length + 1);
	return { rule, table, column: { given: column, absent: column.trim() } };
}

/** Cells of a column that are told apart; how many others there are is told in one issue. */
const MAX_TOLD = 10;

/** The table with its columns as their rules want them; the cells of all others are texts. */
export function judgeColumns(
	field: ExtractedField,
	rules: ColumnRule[],
	follow: (rule: FieldRule, value: ExtractedField['value']) => Followed,
): { field: ExtractedField; issues: Issue[] } {
	const { value, name, reasoning } = field;
	if (!isTableValue(value)) return { field, issues: [] };
	const head = new Set(Object.keys(value[0] ?? {}));
	const rows: IDataObject[] = value.map((row) => textsOf(row));
	const issues = rules.flatMap(({ rule, column }) => {
		const columnName = nameIn(column, (each) => head.has(each)) ?? column.absent;
		const told: Issue[] = [];
		for (const [at, row] of rows.entries()) {
			const sent = value[at]?.[columnName] ?? null;
			const { value: cell, problem } = follow(rule, sent);
			Object.defineProperty(row, columnName, {
				...PLAIN,
				value: rule.conversion === 'asIs' ? textOf(cell) : cell,
			});
			if (problem === null) continue;
			const where = `${name}.${columnName}`;
			told.push({ field: where, problem: `in row ${at + 1} ${problem}`, value: sent, reasoning });
		}
		return shortened(told);
	});
	return { field: { ...field, value: rows }, issues };
}

/** A column may be called __proto__. */
const PLAIN = { enumerable: true, configurable: true, writable: true };

function shortened(issues: Issue[]): Issue[] {
	const [first] = issues;
	const more = issues.length - MAX_TOLD;
	if (first === undefined || more < 1) return issues;
	const rest = { ...first, problem: `has issues in ${more} more rows`, value: null };
	return [...issues.slice(0, MAX_TOLD), rest];
}

const textOf = (cell: ExtractedField['value']): string | null =>
	cell === null || cell === undefined ? null : String(cell);

const textsOf = (row: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, textOf(cell)]));
