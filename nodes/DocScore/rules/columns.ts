import type { IDataObject } from 'n8n-workflow';
import type { ExtractedField } from '../service/types';
import { type NamedField, nameIn, typedName } from './namedField';
import type { Issue } from './issue';
import type { FieldRule, AppliedRule } from './fieldRule';
import { isTableValue } from './tableCells';

/** A rule for a column of a table, such as line_items.amount. */
export interface ColumnRule {
	rule: FieldRule;
	/** The rule that creates the table. */
	table: FieldRule;
	column: NamedField;
}

/** Separates rules for fields from rules for columns of tables. */
export function splitRules(rules: FieldRule[]): { ofFields: FieldRule[]; ofColumns: ColumnRule[] } {
	const tables = rules.filter(({ conversion }) => conversion === 'table');
	const ofColumns = rules.flatMap((rule) => columnRule(rule, tables) ?? []);
	const named = new Set(ofColumns.map(({ rule }) => rule));
	return { ofFields: rules.filter((rule) => !named.has(rule)), ofColumns };
}

function columnRule(rule: FieldRule, tables: FieldRule[]): ColumnRule | undefined {
	const others = tables.filter((each) => each !== rule);
	for (const name of spellings(rule.field)) {
		for (const table of others) {
			const prefix = spellings(table.field).find((each) => name.startsWith(`${each}.`));
			if (prefix !== undefined) {
				return { rule, table, column: typedName(name.slice(prefix.length + 1)) };
			}
		}
	}
	return undefined;
}

/** A name as it was entered, and without the spaces around it, which may be accidental. */
const spellings = ({ given, absent }: NamedField): string[] => [given, absent];

/** The most cells of a column with an issue each; one more issue counts the others. */
const MAX_ISSUES = 10;

/** The table with converted columns; cells of columns without a rule are texts. */
export function applyColumnRules(
	field: ExtractedField,
	rules: ColumnRule[],
	apply: (rule: FieldRule, value: ExtractedField['value']) => AppliedRule,
): { field: ExtractedField; issues: Issue[]; unconverted: string[] } {
	const { value, name, reasoning } = field;
	if (!isTableValue(value)) return { field, issues: [], unconverted: [] };
	const head = new Set(Object.keys(value[0] ?? {}));
	const rows: IDataObject[] = value.map((row) => textsOf(row));
	const unconverted: string[] = [];
	const issues = rules.flatMap(({ rule, column }) => {
		const columnName = nameIn(column, (each) => head.has(each)) ?? column.absent;
		const where = `${name}.${columnName}`;
		const found: Issue[] = [];
		for (const [at, row] of rows.entries()) {
			const sent = value[at]?.[columnName] ?? null;
			const { value: cell, problem, isUnconverted } = apply(rule, sent);
			if (isUnconverted) unconverted.push(where);
			Object.defineProperty(row, columnName, {
				...WRITABLE,
				value: rule.conversion === 'asIs' ? textOf(cell) : cell,
			});
			if (problem === null) continue;
			found.push({ field: where, problem: `in row ${at + 1} ${problem}`, value: sent, reasoning });
		}
		return summarized(found);
	});
	return { field: { ...field, value: rows }, issues, unconverted };
}

/** Defined, not assigned, because a column may be named __proto__. */
const WRITABLE = { enumerable: true, configurable: true, writable: true };

function summarized(issues: Issue[]): Issue[] {
	const [first] = issues;
	const more = issues.length - MAX_ISSUES;
	if (first === undefined || more < 1) return issues;
	const rest = { ...first, problem: `has issues in ${more} more rows`, value: null };
	return [...issues.slice(0, MAX_ISSUES), rest];
}

const textOf = (cell: ExtractedField['value']): string | null =>
	cell === null || cell === undefined ? null : String(cell);

const textsOf = (row: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, textOf(cell)]));
