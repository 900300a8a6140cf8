import { counted } from '../service/messages';
import type { ExtractedField } from '../service/types';
import type { RuleResult } from './applyRules';
import { fieldNames } from './columns';
import { common, type Currencies, decimalsOf, namesOf } from './currency';
import {
	type Decimal,
	decimalOf,
	decimalText,
	distance,
	isGreater,
	plus,
	times,
	ZERO,
} from './decimal';
import { ibanProblem } from './iban';
import { clipped, type Issue, summarized } from './issue';
import { isNothing, normalize, Problem } from './normalize';
import { isTableValue } from './table';
import { vatIdProblem } from './vatId';

/** A condition between fields of a run, or on one of them. Numbers may be columns of a table. */
export type Check =
	| { kind: 'sum'; addends: string[]; total: string; tolerance: Decimal }
	| { kind: 'product'; quantity: string; price: string; amount: string; tolerance: Decimal }
	| { kind: 'range'; number: string; lowest: Decimal; highest: Decimal }
	| { kind: 'dates'; earlier: string; later: string }
	| { kind: 'iban' | 'vatId'; field: string };

/** What is wrong, and for a column in which rows; a problem is why the check is not possible. */
type Found = string | string[] | Problem | null;

/**
 * Adds an issue for each check that failed or is not possible.
 * @param sent the fields as the service sent them, whose values the issues show
 */
export function runChecks(ruled: RuleResult, checks: Check[], sent: ExtractedField[]): RuleResult {
	const values = new Values(ruled);
	const shown = new Map(sent.map((field) => [field.name, field]));
	const added = new Map<string, ExtractedField>();
	const issues = checks.flatMap((check): Issue[] => {
		const field = values.nameOf(subjectOf(check));
		const found = findProblem(check, values);
		if (found === null) return [];
		if (!values.has(field)) added.set(field, { name: field, value: null, reasoning: null });
		const { value = null, reasoning = null } = shown.get(field) ?? {};
		if (found instanceof Problem) {
			const problem = `cannot be checked, because ${found.text}`;
			return [{ field, problem, value, reasoning, check: 'notPossible' }];
		}
		const problems = [found].flat();
		return summarized(
			problems.map((problem) => ({ field, problem, value, reasoning, check: 'failed' })),
		);
	});
	return {
		...ruled,
		fields: [...ruled.fields, ...added.values()],
		issues: [...ruled.issues, ...issues],
	};
}

/** The field to which the issue of a check belongs. */
export function subjectOf(check: Check): string {
	switch (check.kind) {
		case 'sum':
			return check.total;
		case 'product':
			return check.amount;
		case 'range':
			return check.number;
		case 'dates':
			return check.earlier;
		default:
			return check.field;
	}
}

function findProblem(check: Check, values: Values): Found {
	switch (check.kind) {
		case 'sum':
			return sumProblem(check, values);
		case 'product':
			return productProblem(check, values);
		case 'range':
			return rangeProblem(check, values);
		case 'dates':
			return datesProblem(check, values);
		default:
			return digitsProblem(check, values);
	}
}

type Of<Kind> = Extract<Check, { kind: Kind }>;

function sumProblem({ addends, total, tolerance }: Of<'sum'>, values: Values): Found {
	const wanted = values.numbers(total);
	const parts = allOf(addends.map((addend) => values.numbers(addend)));
	if (wanted instanceof Problem) return wanted;
	if (parts instanceof Problem) return parts;
	const mixed = values.mixedCurrencies([...addends, total]);
	if (mixed !== null) return `is not the sum of amounts in one currency: ${mixed}`;
	const [expected = ZERO] = wanted.numbers;
	const sums = parts.map(({ numbers }) => numbers.reduce(plus, ZERO));
	const sum = sums.reduce(plus, ZERO);
	if (!isGreater(distance(sum, expected), tolerance)) return null;
	const names = parts.map(({ name, isColumn, numbers }) =>
		isColumn ? `${name} (${counted(numbers.length, 'value')})` : name,
	);
	const shown = sums.length > 1 ? `${sums.map(decimalText).join(' + ')} = ` : '';
	return `is ${decimalText(expected)}, but ${names.join(' + ')} is ${shown}${decimalText(sum)}`;
}

/** Rows in which the amount is not quantity × price, rounded to the smallest unit of the currency. */
function productProblem(
	{ quantity, price, amount, tolerance }: Of<'product'>,
	values: Values,
): Found {
	const columns = allOf([quantity, price, amount].map((name) => values.column(name)));
	if (columns instanceof Problem) return columns;
	const mixed = values.mixedCurrencies([price, amount]);
	if (mixed !== null) return `is not in the currency of the price: ${mixed}`;
	const [quantities = [], prices = [], amounts = []] = columns;
	const allowed = plus(tolerance, values.halfUnitOf(amount));
	return amounts.flatMap((wanted, at) => {
		const [one = null, other = null] = [quantities[at], prices[at]];
		// A line with an amount alone, such as a flat rate.
		if (one === null && other === null) return [];
		if (one === null || other === null || wanted === null) {
			return [`in row ${at + 1} cannot be checked, because a number is missing`];
		}
		const product = times(one, other);
		if (!isGreater(distance(product, wanted), allowed)) return [];
		const shown = [one, other].map(decimalText).join(' × ');
		return [`in row ${at + 1} is ${decimalText(wanted)}, but ${shown} is ${decimalText(product)}`];
	});
}

function rangeProblem({ number, lowest, highest }: Of<'range'>, values: Values): Found {
	const found = values.numbers(number);
	if (found instanceof Problem) return found;
	const range = `not between ${decimalText(lowest)} and ${decimalText(highest)}`;
	return found.cells.flatMap((cell, at) => {
		if (cell === null || !(isGreater(lowest, cell) || isGreater(cell, highest))) return [];
		return [`${found.isColumn ? `in row ${at + 1} ` : ''}is ${decimalText(cell)}, ${range}`];
	});
}

function datesProblem({ earlier, later }: Of<'dates'>, values: Values): Found {
	const [first, second] = [values.text(earlier), values.text(later)];
	if (first instanceof Problem) return first;
	if (second instanceof Problem) return second;
	// Both are in ISO 8601 with the same length, so that the order of the texts is the order of the
	// times.
	return first <= second ? null : `is ${first}, which is after ${values.nameOf(later)} (${second})`;
}

/** No such number is longer, with its separators and a label; a longer text would keep n8n busy. */
const MAX_LENGTH = 200;

function digitsProblem({ kind, field }: Of<'iban' | 'vatId'>, values: Values): Found {
	const given = values.text(field);
	if (given instanceof Problem) return given;
	// Stryker disable next-line StringLiteral: neither text is a number
	const id = given.length > MAX_LENGTH ? '' : normalize(given);
	const problem = kind === 'iban' ? ibanProblem(id) : vatIdProblem(id);
	return problem && `is ${clipped(given)}, ${problem}`;
}

function allOf<Value>(values: Array<Value | Problem>): Value[] | Problem {
	const all: Value[] = [];
	for (const value of values) {
		if (value instanceof Problem) return value;
		all.push(value);
	}
	return all;
}

interface Numbers {
	name: string;
	isColumn: boolean;
	cells: Array<Decimal | null>;
	numbers: Decimal[];
}

/** The converted values of a run. */
class Values {
	private readonly fields: Map<string, ExtractedField['value']>;

	private readonly names: Map<string, string>;

	constructor(private readonly ruled: RuleResult) {
		this.fields = new Map(ruled.fields.map(({ name, value }) => [name, value]));
		this.names = fieldNames(ruled.fields);
	}

	has(name: string): boolean {
		return this.fields.has(name) || this.tableOf(name) !== undefined;
	}

	/** The name in the run, which may have spaces around it; of a column, with that of its table. */
	nameOf(field: string): string {
		const column = this.names.has(field) ? undefined : this.tableOf(field);
		return column ? `${column.table}.${column.name}` : (this.names.get(field) ?? field);
	}

	/** The number of a field, or the cells of a column and the numbers in them. */
	numbers(field: string): Numbers | Problem {
		const name = this.nameOf(field);
		if (this.names.has(field) || !this.tableOf(field)) {
			const value = this.value(field);
			if (value instanceof Problem) return value;
			const numbers = allOf([decimalIn(value, name)]);
			if (numbers instanceof Problem) return numbers;
			return { name, isColumn: false, cells: numbers, numbers };
		}
		const cells = this.column(field);
		if (cells instanceof Problem) return cells;
		const numbers = cells.filter((cell) => cell !== null);
		return numbers.length > 0 ? { name, isColumn: true, cells, numbers } : withoutValue(name);
	}

	/** The numbers in the rows of a table. */
	column(field: string): Array<Decimal | null> | Problem {
		const found = this.tableOf(field);
		const name = this.nameOf(field);
		if (!found) return new Problem(`${name} is not a column`);
		const rows = this.fields.get(found.table);
		if (!isTableValue(rows) || rows.length === 0) {
			const isUnread = this.ruled.unconverted.has(found.table);
			return isUnread ? notConverted(found.table) : new Problem(`${found.table} has no rows`);
		}
		if (this.ruled.unconverted.has(name)) return notConverted(name);
		return allOf(
			rows.map((row) => {
				const cell = row[found.name] ?? null;
				return cell === null ? null : decimalIn(cell, name);
			}),
		);
	}

	text(field: string): string | Problem {
		const value = this.value(field);
		if (value instanceof Problem || typeof value === 'string') return value;
		return new Problem(`${this.nameOf(field)} is not a text`);
	}

	/** The currencies of these amounts, if they are not in one; amounts without a unit may be in any. */
	mixedCurrencies(fields: string[]): string | null {
		let all: Currencies | null = null;
		const units = fields.flatMap((field) => {
			const name = this.nameOf(field);
			const own = this.ruled.currencies.get(name);
			return own ? [{ name, own }] : [];
		});
		for (const { own } of units) {
			all = all === null ? own : common(all, own);
			if (all) continue;
			return units.map((each) => `${each.name} in ${namesOf(each.own)}`).join(', ');
		}
		return null;
	}

	/** Half of the smallest unit of an amount's currency, such as 0.005; half a cent if it is not known. */
	halfUnitOf(field: string): Decimal {
		const currencies = this.ruled.currencies.get(this.nameOf(field)) ?? [];
		// FCFA can be one of two currencies, but neither has cents.
		const [decimals = 2, another] = new Set([...currencies].map(decimalsOf));
		return { units: 5n, scale: (another === undefined ? decimals : 2) + 1 };
	}

	private tableOf(field: string): { table: string; name: string } | undefined {
		for (const { index } of field.matchAll(/\./g)) {
			const table = this.names.get(field.slice(0, index).trim());
			if (table !== undefined) return { table, name: field.slice(index + 1).trim() };
		}
		return undefined;
	}

	private value(field: string): ExtractedField['value'] | Problem {
		const name = this.nameOf(field);
		if (this.ruled.unconverted.has(name)) return notConverted(name);
		const value = this.fields.get(name);
		return isNothing(value) ? withoutValue(name) : value;
	}
}

const notConverted = (name: string) => new Problem(`${name} could not be converted`);

/** JSON may have a number that is too large for JavaScript, such as 1e999. */
const decimalIn = (value: unknown, name: string): Decimal | Problem =>
	Number.isFinite(value) ? decimalOf(Number(value)) : new Problem(`${name} is not a number`);

const withoutValue = (name: string) => new Problem(`${name} has no value`);
