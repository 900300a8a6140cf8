import { counted } from '../service/messages';
import type { ExtractedField } from '../service/types';
import { type Decimal, decimalOf, decimalText, distance, isGreater, plus, ZERO } from './decimal';
import { type NamedField, nameIn } from './namedField';
import { ibanProblem } from './iban';
import { clipped, type Issue } from './issue';
import { normalize } from './normalize';
import type { RuleResult } from './applyRules';
import { isTableValue } from './tableCells';
import { vatIdProblem } from './vatId';

/** A column of a table that a rule creates. */
export interface TableColumn {
	table: NamedField;
	column: NamedField;
}

/** A condition between fields of a run, or on a field's check digits. */
export type Check =
	| { kind: 'sum'; addends: NamedField[]; total: NamedField; tolerance: Decimal }
	| { kind: 'columnSum'; column: TableColumn; total: NamedField; tolerance: Decimal }
	| { kind: 'dates'; earlier: NamedField; later: NamedField }
	| { kind: 'iban' | 'vatId'; field: NamedField };

/** Why a check is not possible; the text follows "cannot be checked, because". */
class NotPossible {
	constructor(readonly reason: string) {}
}

/**
 * Adds an issue for each check that failed or is not possible.
 * @param sent the fields as the service sent them, whose values the issues show
 */
export function runChecks(ruled: RuleResult, checks: Check[], sent: ExtractedField[]): RuleResult {
	const values = new Values(ruled);
	const shown = new Map(sent.map((field) => [field.name, field]));
	const issues = checks.flatMap((check): Issue[] => {
		const field = values.nameOf(subjectOf(check));
		const found = runCheck(check, values);
		if (found === null) return [];
		const { value = null, reasoning = null } = shown.get(field) ?? {};
		return [{ field, ...found, value, reasoning }];
	});
	const missing = issues.filter(({ field }) => !values.has(field)).map(({ field }) => field);
	const added = [...new Set(missing)].map((name) => ({ name, value: null, reasoning: null }));
	return {
		...ruled,
		fields: [...ruled.fields, ...added],
		issues: [...ruled.issues, ...issues],
	};
}

/** The field to which the issue of a check belongs. */
function subjectOf(check: Check): NamedField {
	if ('total' in check) return check.total;
	return check.kind === 'dates' ? check.earlier : check.field;
}

function runCheck(check: Check, values: Values): Required<Pick<Issue, 'problem' | 'check'>> | null {
	const found = findProblem(check, values);
	if (found === null) return null;
	if (typeof found === 'string') return { problem: found, check: 'failed' };
	return { problem: `cannot be checked, because ${found.reason}`, check: 'notPossible' };
}

/** The problem of a failed check, the reason why it is not possible, or null. */
type Found = string | NotPossible | null;

function findProblem(check: Check, values: Values): Found {
	switch (check.kind) {
		case 'sum':
			return sumProblem(check, values);
		case 'columnSum':
			return columnProblem(check, values);
		case 'dates':
			return datesProblem(check, values);
		default:
			return digitsProblem(check, values);
	}
}

function sumProblem(
	{ addends, total, tolerance }: Extract<Check, { kind: 'sum' }>,
	values: Values,
): Found {
	const wanted = values.number(total);
	const numbers = allOf(addends.map((addend) => values.number(addend)));
	if (wanted instanceof NotPossible) return wanted;
	if (numbers instanceof NotPossible) return numbers;
	const sum = numbers.reduce(plus, ZERO);
	if (!isGreater(distance(sum, wanted), tolerance)) return null;
	const names = addends.map((addend) => values.nameOf(addend)).join(' + ');
	const parts = numbers.length > 1 ? `${numbers.map(decimalText).join(' + ')} = ` : '';
	return `is ${decimalText(wanted)}, but ${names} is ${parts}${decimalText(sum)}`;
}

function columnProblem(
	{ column, total, tolerance }: Extract<Check, { kind: 'columnSum' }>,
	values: Values,
): Found {
	const wanted = values.number(total);
	const found = values.column(column);
	if (wanted instanceof NotPossible) return wanted;
	if (found instanceof NotPossible) return found;
	const { name, numbers } = found;
	const sum = numbers.reduce(plus, ZERO);
	if (!isGreater(distance(sum, wanted), tolerance)) return null;
	const count = `${counted(numbers.length, 'value')} of ${name}`;
	return `is ${decimalText(wanted)}, but the sum of ${count} is ${decimalText(sum)}`;
}

function datesProblem(
	{ earlier, later }: Extract<Check, { kind: 'dates' }>,
	values: Values,
): Found {
	const [first, second] = [values.text(earlier), values.text(later)];
	if (first instanceof NotPossible) return first;
	if (second instanceof NotPossible) return second;
	// Both are in ISO 8601 with the same length, so that the order of the texts is the order of the
	// times.
	return first <= second ? null : `is ${first}, which is after ${values.nameOf(later)} (${second})`;
}

function digitsProblem(
	{ kind, field }: { kind: 'iban' | 'vatId'; field: NamedField },
	values: Values,
): Found {
	const given = values.text(field);
	if (given instanceof NotPossible) return given;
	const id = normalize(given)
		.replace(kind === 'iban' ? /\s/g : /[\s.-]/g, '')
		.toUpperCase();
	const problem = kind === 'iban' ? ibanProblem(id) : vatIdProblem(id);
	return problem && `is ${clipped(given)}, ${problem}`;
}

function allOf<Value>(values: Array<Value | NotPossible>): Value[] | NotPossible {
	const all: Value[] = [];
	for (const value of values) {
		if (value instanceof NotPossible) return value;
		all.push(value);
	}
	return all;
}

/** The converted values of a run. */
class Values {
	private readonly fields: Map<string, ExtractedField['value']>;

	private readonly unconverted: ReadonlySet<string>;

	constructor({ fields, unconverted }: RuleResult) {
		this.fields = new Map(fields.map(({ name, value }) => [name, value]));
		this.unconverted = unconverted;
	}

	has(name: string): boolean {
		return this.fields.has(name);
	}

	nameOf(field: NamedField): string {
		return nameIn(field, (name) => this.fields.has(name)) ?? field.absent;
	}

	number(field: NamedField): Decimal | NotPossible {
		const value = this.value(field);
		if (value instanceof NotPossible) return value;
		if (typeof value === 'number') return decimalOf(value);
		return new NotPossible(`${this.nameOf(field)} is not a number`);
	}

	text(field: NamedField): string | NotPossible {
		const value = this.value(field);
		if (value instanceof NotPossible || typeof value === 'string') return value;
		return new NotPossible(`${this.nameOf(field)} is not a text`);
	}

	/** The numbers in a column; empty cells are skipped. */
	column({ table, column }: TableColumn): { name: string; numbers: Decimal[] } | NotPossible {
		const rows = this.value(table);
		if (rows instanceof NotPossible) return rows;
		const tableName = this.nameOf(table);
		if (!isTableValue(rows) || rows.length === 0) {
			return new NotPossible(`${tableName} has no rows`);
		}
		const [first = {}] = rows;
		const columnName = nameIn(column, (each) => Object.hasOwn(first, each)) ?? column.absent;
		const name = `${tableName}.${columnName}`;
		if (this.unconverted.has(name)) return notConverted(name);
		const cells = rows.map((row) => row[columnName] ?? null).filter((cell) => cell !== null);
		if (cells.length === 0) return withoutValue(name);
		const numbers = allOf(
			cells.map((cell) =>
				typeof cell === 'number' ? decimalOf(cell) : new NotPossible(`${name} is not a number`),
			),
		);
		return numbers instanceof NotPossible ? numbers : { name, numbers };
	}

	private value(field: NamedField): ExtractedField['value'] | NotPossible {
		const name = this.nameOf(field);
		if (this.unconverted.has(name)) return notConverted(name);
		const value = this.fields.get(name) ?? null;
		const isEmpty = value === null || (typeof value === 'string' && value.trim() === '');
		return isEmpty ? withoutValue(name) : value;
	}
}

const notConverted = (name: string) => new NotPossible(`${name} could not be converted`);

const withoutValue = (name: string) => new NotPossible(`${name} has no value`);
