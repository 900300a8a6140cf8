import { TimeSlice } from '../engine/timeSlice';
import type { ExtractedField } from '../service/types';
import {
	type Column,
	columnIn,
	type ColumnRule,
	fieldNames,
	splitRules,
	textOf,
	textRow,
} from './columns';
import {
	type Converted,
	convert,
	type FieldRule,
	readAhead,
	type Shown,
	shownBy,
} from './conversions';
import { common, type Currencies, namesOf } from './currency';
import { type Issue, summarized } from './issue';
import { isNothing, Problem } from './normalize';
import { type Table, toTable } from './table';

export interface RuleResult {
	fields: ExtractedField[];
	issues: Issue[];
	/** Names of fields and columns with a value that could not be converted. */
	unconverted: ReadonlySet<string>;
	/** The currencies of fields and columns whose amounts have a unit, by name. */
	currencies: ReadonlyMap<string, Currencies>;
}

/** What happens to a value that cannot be converted: it stays unchanged, or is left empty. */
export const UNCONVERTED = ['keep', 'empty'] as const;
export type Unconverted = (typeof UNCONVERTED)[number];

/** A field with a rule, and the columns with a rule if it is a table. */
interface Ruled {
	rule: FieldRule;
	field: ExtractedField;
	/** Null if it is none, or empty. */
	table: Table | Problem | null;
	columns: Column[];
}

/** Long tables of all runs share one, so that together they do not block n8n either. */
const timeSlice = new TimeSlice();

/** How many values are read or converted before the time is checked. */
const AT_ONCE = 100;

/** What its rule makes of a field. */
interface Applied {
	field: ExtractedField;
	issues: Issue[];
	unconverted: string[];
	currencies: Array<[string, Currencies]>;
}

/**
 * Applies rules to fields. Returns the converted fields and the issues. A missing field with a rule
 * is added without a value.
 */
export async function applyRules(
	fields: ExtractedField[],
	rules: FieldRule[],
	unconverted: Unconverted = 'keep',
): Promise<RuleResult> {
	const names = fieldNames(fields);
	const results = new Map(fields.map((field) => [field.name, field]));
	const { ofFields, ofColumns } = splitRules(rules, names);
	const ruled = ofFields.map((rule): Ruled => {
		const name = names.get(rule.field) ?? rule.field;
		return ruledOf(rule, results.get(name) ?? { name, value: null, reasoning: null }, ofColumns);
	});
	// Cells show how the document writes numbers and dates as well as fields do.
	const values = ruled.flatMap(({ rule, field, columns }) => [
		{ rule, value: field.value },
		...columns.flatMap((column) => column.cells.map((value) => ({ rule: column.rule, value }))),
	]);
	const shown = shownBy(values);
	// Stryker disable all: changes only how long n8n waits
	for (const [at, each] of values.entries()) {
		if (at % AT_ONCE === AT_ONCE - 1) await timeSlice.yieldIfOver();
		readAhead(each, shown);
	}
	// Stryker restore all
	const applied: Applied[] = [];
	for (const each of ruled) applied.push(await applyTo(each, shown, unconverted));
	for (const { field } of applied) results.set(field.name, field);
	return {
		fields: [...results.values()],
		issues: applied.flatMap(({ issues }) => issues),
		unconverted: new Set(applied.flatMap((each) => each.unconverted)),
		currencies: new Map(applied.flatMap(({ currencies }) => currencies)),
	};
}

function ruledOf(rule: FieldRule, field: ExtractedField, ofColumns: ColumnRule[]): Ruled {
	const mine = ofColumns.filter((column) => column.table === rule);
	const isTable = rule.conversion === 'table' && !isNothing(field.value);
	const table = isTable
		? toTable(
				field.value,
				mine.map(({ column }) => column),
			)
		: null;
	// Stryker disable next-line ArrayDeclaration: the columns of what is no table are not used
	const rows = table instanceof Problem ? [] : (table ?? []);
	return { rule, field, table, columns: mine.map((column) => columnIn(rows, column)) };
}

async function applyTo(
	{ rule, field, table, columns }: Ruled,
	shown: Shown,
	kept: Unconverted,
): Promise<Applied> {
	const { name, value: sent, reasoning } = field;
	const converted: Converted =
		table === null
			? convert(sent, rule.conversion, rule.format, shown)
			: table instanceof Problem
				? { ok: false, problem: table.text }
				: { ok: true, value: table };
	const { value, problem, isUnconverted } = settled(rule, sent, converted, kept);
	const issues = problem === null ? [] : [{ field: name, problem, value: sent, reasoning }];
	const result: Applied = {
		field: { ...field, value },
		issues,
		unconverted: isUnconverted ? [name] : [],
		currencies: converted.ok && converted.currencies ? [[name, converted.currencies]] : [],
	};
	if (table === null || table instanceof Problem) return result;
	const rows = table.map((row) => textRow(row, columns));
	result.field.value = rows;
	for (const column of columns) await applyToColumn(column, rows, result, shown, kept);
	return result;
}

/** The value to output, and its problem. */
function settled(
	rule: FieldRule,
	sent: ExtractedField['value'],
	converted: Converted,
	unconverted: Unconverted,
) {
	if (!converted.ok) {
		const value = unconverted === 'keep' ? sent : null;
		return { value, problem: converted.problem, isUnconverted: true };
	}
	const { value } = converted;
	const isMissing =
		rule.required && (isNothing(value) || (Array.isArray(value) && value.every(isNothing)));
	return { value, problem: isMissing ? 'is missing' : null, isUnconverted: false };
}

/** Converts the cells of a column in the rows, and adds what is wrong to the result. */
async function applyToColumn(
	column: Column,
	rows: Table,
	{ field, issues, unconverted, currencies }: Applied,
	shown: Shown,
	kept: Unconverted,
): Promise<void> {
	const { rule, name } = column;
	const about = { field: `${field.name}.${name}`, reasoning: field.reasoning };
	const found: Issue[] = [];
	let first: { row: number; units: Currencies } | undefined;
	for (const [at, row] of rows.entries()) {
		// Stryker disable next-line all: changes only how long n8n waits
		if (at % AT_ONCE === AT_ONCE - 1) await timeSlice.yieldIfOver();
		const sent = column.cells[at] ?? null;
		const read = convert(sent, rule.conversion, rule.format, shown);
		const units = (read.ok && read.currencies) || null;
		const both = units && first ? common(first.units, units) : units;
		const mixed =
			units && first && !both
				? `is in ${namesOf(units)}, but row ${first.row} in ${namesOf(first.units)}`
				: null;
		if (both) first = { row: first?.row ?? at + 1, units: both };
		const converted: Converted = mixed === null ? read : { ok: false, problem: mixed };
		const { problem, ...cell } = settled(rule, sent, converted, kept);
		const value = rule.conversion === 'asIs' ? textOf(cell.value) : cell.value;
		// A column may be called __proto__.
		Object.defineProperty(row, name, { ...ORDINARY, value });
		if (cell.isUnconverted) unconverted.push(about.field);
		if (problem === null || column.problem !== null) continue;
		found.push({ ...about, problem: `in row ${at + 1} ${problem}`, value: sent });
	}
	if (first) currencies.push([about.field, first.units]);
	if (column.problem !== null) {
		unconverted.push(about.field);
		issues.push({ ...about, problem: column.problem, value: null });
	}
	issues.push(...summarized(found));
}

const ORDINARY = { enumerable: true, configurable: true, writable: true };
