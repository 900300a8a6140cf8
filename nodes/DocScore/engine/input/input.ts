import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isObject } from '../../service/json';
import { InputError } from './inputError';
import { checkText, textOf } from './texts';
import { readTimezone, type TimezoneContext, toUtc } from './time';

/**
 * Reads values of declared parameters. An expression can return anything whatever type is declared,
 * so each value is checked when it is read. A missing value is taken from the declaration's
 * default, but not that of an expression that returned nothing: a default may be what costs money.
 */
export class Input<Name extends string = string> {
	constructor(
		private readonly declared: readonly INodeProperties[],
		/** Undefined if the parameter is missing; null if its expression returned nothing. */
		private readonly read: (name: string) => unknown,
	) {}

	/**
	 * Rejects added fields of a collection that are empty, which an expression may return.
	 * @throws InputError
	 */
	checkFilled(advice: string): void {
		const added = this.declared.filter(({ name }) => this.read(name) !== undefined);
		const empty = added.find(({ name }) => isEmpty(this.read(name)));
		if (empty) throw new InputError(empty.displayName, '', 'is empty', advice);
	}

	/** The unchecked value, of any shape; an empty text if an expression returned nothing. */
	value(name: Name): unknown {
		const value = this.read(name);
		return value === undefined ? this.declaration(name).default : (value ?? '');
	}

	/** Whether the parameter is there: an option that the user did not add is missing. */
	has(name: Name): boolean {
		return this.read(name) !== undefined;
	}

	label(name: Name): string {
		return this.declaration(name).displayName;
	}

	/** The text, trimmed, because pasted values often have spaces around them. @throws InputError */
	text(name: Name): string {
		return textOf(this.label(name), this.value(name)).trim();
	}

	/** The trimmed text of a value that may also be true or false. @throws InputError */
	textOrFlag(name: Name): string {
		const value = this.value(name);
		return typeof value === 'boolean' ? String(value) : this.text(name);
	}

	/** The ID in a resource locator, in any of its modes, trimmed. @throws InputError */
	locator(name: Name): string {
		const id = heldBy(this.value(name)) ?? '';
		if (typeof id === 'string') return checkText(this.label(name), id).trim();
		throw new InputError(
			this.label(name),
			id,
			'is not text',
			'Select one from the list or enter its ID',
		);
	}

	/** A whole number. @throws InputError */
	count(name: Name, range: { min: number }): number {
		const number = this.number(name, range);
		if (Number.isInteger(number)) return number;
		throw new InputError(this.label(name), number, 'is not a whole number', 'Enter a whole number');
	}

	/**
	 * A time in ISO 8601, in UTC; empty if none was entered.
	 * @param context provides the timezone for times without one, such as those picked in the editor
	 * @throws InputError
	 */
	time(name: Name, context: TimezoneContext): string {
		const value = this.text(name);
		if (value === '') return '';
		const time = toUtc(value, readTimezone(context));
		if (time !== null) return time;
		const advice =
			'Enter a date and time such as 2026-03-01 10:00 or, with a timezone, 2026-03-01T10:00:00+02:00';
		throw new InputError(this.label(name), value, 'is not a date and time', advice);
	}

	/** @throws InputError */
	number(name: Name, { min = -Infinity } = {}): number {
		const value = this.value(name);
		const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof number === 'number' && number >= min && Number.isFinite(number)) return number;
		const advice = min === -Infinity ? 'Enter a number' : `Enter a number of at least ${min}`;
		const problem = typeof number === 'number' && number < min ? 'is too low' : 'is not a number';
		throw new InputError(this.label(name), Number.isNaN(value) ? '' : value, problem, advice);
	}

	/** @throws InputError */
	flag(name: Name): boolean {
		const value = this.value(name);
		if (value === true || value === 'true') return true;
		if (value === false || value === 'false') return false;
		throw new InputError(
			this.label(name),
			value,
			'is neither true nor false',
			'Turn it on or off, or use an expression that returns true or false',
		);
	}

	/** Whether an option is on: adding it turns it on, and one that is not added is off. @throws InputError */
	isOn(name: Name): boolean {
		return this.has(name) && this.flag(name);
	}

	/** @throws InputError */
	choice<T extends string>(name: Name, allowed: readonly T[]): T {
		const value = this.value(name);
		const found = allowed.find((option) => option === value);
		if (found !== undefined) return found;
		const advice = `Select an option, or use an expression that returns one of: ${allowed.join(', ')}`;
		throw new InputError(this.label(name), value, 'has an unknown option', advice);
	}

	/** The chosen options, at least one. @throws InputError */
	choices<T extends string>(name: Name, allowed: readonly T[]): T[] {
		const value = this.value(name);
		const chosen = Array.isArray(value) ? value : [value];
		const known = allowed.filter((option) => chosen.includes(option));
		if (known.length > 0 && known.length === new Set(chosen).size) return known;
		const advice = `Select one or more options, or use an expression that returns some of: ${allowed.join(', ')}`;
		throw new InputError(this.label(name), value, 'has no valid option', advice);
	}

	/** The rows of a fixed collection with multiple values. @throws InputError */
	rows(name: Name, collection: string): Input[] {
		const rows = this.object(name)[collection] ?? [];
		if (!Array.isArray(rows) || !rows.every(isObject)) {
			throw new InputError(
				this.label(name),
				rows,
				'is not a list of rows',
				'Remove the expression and add rows',
			);
		}
		const columns = this.fieldsOf(name, collection);
		return rows.map((row) => new Input(columns, readerOf(row)));
	}

	/** The fields of a fixed collection with one value. @throws InputError */
	group(name: Name, collection: string): Input {
		const values = this.asObject(name, this.object(name)[collection] ?? {});
		return new Input(this.fieldsOf(name, collection), readerOf(values));
	}

	/** The fields of a collection. @throws InputError */
	collection(name: Name): Input {
		const fields = this.parts(name).filter((part): part is INodeProperties => 'type' in part);
		return new Input(fields, readerOf(this.object(name)));
	}

	private object(name: Name): IDataObject {
		return this.asObject(name, this.value(name));
	}

	private asObject(name: Name, value: unknown): IDataObject {
		if (isObject(value)) return value;
		throw new InputError(
			this.label(name),
			value,
			'is not a set of fields',
			'Remove the expression',
		);
	}

	private fieldsOf(name: Name, collection: string): INodeProperties[] {
		const found = this.parts(name).find((part) => part.name === collection);
		return found && 'values' in found ? found.values : [];
	}

	private parts(name: Name) {
		return this.declaration(name).options ?? [];
	}

	private declaration(name: string): INodeProperties {
		const found = this.declared.find((property) => property.name === name);
		if (!found) throw new RangeError(`No parameter named ${name} is declared`);
		return found;
	}
}

/** n8n keeps the key of a parameter whose expression returns nothing. */
const readerOf = (values: IDataObject) => (name: string) =>
	name in values ? (values[name] ?? null) : undefined;

/** The value in a resource locator; any other object is a value of an expression. */
const heldBy = (value: unknown): unknown =>
	isObject(value) && 'value' in value ? value.value : value;

function isEmpty(value: unknown): boolean {
	const held = heldBy(value);
	return held === undefined || held === null || (typeof held === 'string' && held.trim() === '');
}
