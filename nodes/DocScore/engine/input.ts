import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isObject } from '../service/json';
import { isoOf, toUtc } from './utc';

/** A value that the user gave cannot be used: names the field, shows the value, says how to mend it. */
export class InputError extends Error {
	override readonly name = 'InputError';

	constructor(
		field: string,
		value: unknown,
		problem: string,
		readonly description: string,
	) {
		super(`${field} ${problem}: ${shown(value)}`);
	}
}

const MAX_SHOWN = 200;

function shown(value: unknown): string {
	const text = JSON.stringify(value) ?? String(value);
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/**
 * Values of declared parameters. An expression can yield anything whatever type is declared, so each
 * value is checked as it is read; one that is missing is taken from the declaration's default.
 */
export class Input<Name extends string = string> {
	constructor(
		private readonly declared: readonly INodeProperties[],
		private readonly read: (name: string) => unknown,
	) {}

	/** The value as it is, for parameters that accept several shapes. */
	value(name: Name): unknown {
		return this.read(name) ?? this.declaration(name).default;
	}

	/** Whether the user gave the parameter at all, rather than leaving it to its default. */
	has(name: Name): boolean {
		const value = this.read(name);
		return value !== undefined && value !== null && value !== '';
	}

	/** The value without the declaration's default: empty where an expression gave nothing. */
	given(name: Name): unknown {
		return this.has(name) ? this.value(name) : '';
	}

	label(name: Name): string {
		return this.declaration(name).displayName;
	}

	/** Trimmed, since pasted values often carry spaces. @throws InputError */
	text(name: Name): string {
		const value = this.value(name);
		if (typeof value === 'string') return value.trim();
		if (typeof value === 'number' || typeof value === 'boolean') return String(value);
		const time = isoOf(value);
		if (time !== null) return time;
		throw new InputError(this.label(name), value, 'is not a text', 'Enter a text');
	}

	/** The id that a resource locator holds, however it was picked. @throws InputError */
	locator(name: Name): string {
		const value = this.value(name);
		const id = isObject(value) ? (value.value ?? '') : value;
		if (typeof id === 'string') return id.trim();
		throw new InputError(
			this.label(name),
			id,
			'is not a text',
			'Pick one from the list or enter an ID',
		);
	}

	/** A whole number. @throws InputError */
	count(name: Name, range: { min: number }): number {
		const number = this.number(name, range);
		if (Number.isInteger(number)) return number;
		throw new InputError(this.label(name), number, 'is not a whole number', 'Round it');
	}

	/**
	 * A time in ISO 8601, in UTC; empty where none was given.
	 * @param timezone of times that name none, such as those picked in the editor
	 * @throws InputError
	 */
	time(name: Name, timezone: string): string {
		const value = this.text(name);
		if (value === '') return '';
		const time = toUtc(value, timezone);
		if (time !== null) return time;
		const advice = 'Enter a time in ISO 8601, such as 2026-03-01T10:00:00Z';
		throw new InputError(this.label(name), value, 'is not an ISO 8601 time', advice);
	}

	/** @throws InputError */
	number(name: Name, { min }: { min: number }): number {
		const value = this.value(name);
		const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof number === 'number' && number >= min) return number;
		const advice = `Enter a number of ${min} or more`;
		throw new InputError(this.label(name), value, 'is out of range', advice);
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
			'Enter true or false',
		);
	}

	/** @throws InputError */
	choice<T extends string>(name: Name, allowed: readonly T[]): T {
		const value = this.value(name);
		const found = allowed.find((option) => option === value);
		if (found !== undefined) return found;
		const advice = `Choose one of: ${allowed.join(', ')}`;
		throw new InputError(this.label(name), value, 'is not an option', advice);
	}

	/** What was chosen of several options, at least one. @throws InputError */
	choices<T extends string>(name: Name, allowed: readonly T[]): T[] {
		const value = this.value(name);
		const chosen = Array.isArray(value) ? value : [value];
		const known = allowed.filter((option) => chosen.includes(option));
		if (known.length > 0 && known.length === new Set(chosen).size) return known;
		const advice = `Choose one or more of: ${allowed.join(', ')}`;
		throw new InputError(this.label(name), value, 'holds no option or an unknown one', advice);
	}

	/** The rows of a fixed collection with multiple values. @throws InputError */
	rows(name: Name, collection: string): Input[] {
		const declared = this.parts(name).find((part) => part.name === collection);
		const columns = declared && 'values' in declared ? declared.values : [];
		const rows = this.object(name)[collection] ?? [];
		if (!Array.isArray(rows)) {
			throw new InputError(
				this.label(name),
				rows,
				'is not a list of rows',
				'Add rows to the field',
			);
		}
		return rows.filter(isObject).map((row) => new Input(columns, (column) => row[column]));
	}

	/** The fields of a collection. @throws InputError */
	collection(name: Name): Input {
		const fields = this.parts(name).filter((part): part is INodeProperties => 'type' in part);
		const values = this.object(name);
		return new Input(fields, (field) => values[field]);
	}

	private object(name: Name): IDataObject {
		const value = this.value(name);
		if (isObject(value)) return value;
		throw new InputError(this.label(name), value, 'is not an object', 'Remove the expression');
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
