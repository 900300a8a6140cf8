import type { Input } from '../engine/input';
import { InputError } from '../engine/inputError';
import { exactName, type NamedField, nameIn, typedName } from '../rules/fieldName';
import { parseJson } from '../service/json';
import type { ExtractedField } from '../service/types';

/** The names in Fields to Output, in their order; none where all fields are wanted. @throws InputError */
export function readNames(input: Input<'fieldsToOutput'>): NamedField[] {
	const given = input.value('fieldsToOutput');
	return Array.isArray(given) ? listed(given, input) : written(input);
}

/** An agent often writes a list as JSON. @throws InputError */
function written(input: Input<'fieldsToOutput'>): NamedField[] {
	const text = input.textAsGiven('fieldsToOutput');
	const list = parseJson(text);
	if (Array.isArray(list)) return listed(list, input);
	const names = text.split(',').filter((name) => name.trim() !== '');
	return names.map(typedName);
}

/** @throws InputError */
function listed(names: unknown[], input: Input<'fieldsToOutput'>): NamedField[] {
	return names.map((name) => {
		if (typeof name === 'string') return exactName(name);
		const advice = 'Enter the names of fields, separated by commas';
		throw new InputError(input.label('fieldsToOutput'), name, 'has a name that is no text', advice);
	});
}

/** A field that the run lacks is shown without a value, so that columns stay the same. */
export function pick(fields: ExtractedField[], names: NamedField[]): ExtractedField[] {
	const found = new Map(fields.map((field) => [field.name, field]));
	const picked = new Map<string, ExtractedField>();
	for (const named of names) {
		const name = nameIn(named, (each) => found.has(each)) ?? named.absent;
		// An empty text in a list stands for no field, unless the run has one of that name.
		if (name.trim() === '' && !found.has(name)) continue;
		picked.set(name, found.get(name) ?? { name, value: null, reasoning: null });
	}
	return [...picked.values()];
}
