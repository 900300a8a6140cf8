import type { ExtractedField } from '../service/types';
import { type Conversion, convert, type Format } from './conversions';
import { type NamedField, nameIn } from './fieldName';
import { isBlank } from './plain';

/** What a field of a finished run must hold to be trusted. */
export interface FieldRule {
	field: NamedField;
	required: boolean;
	conversion: Conversion;
	format: Format;
}

/** What broke a rule, with what a person needs to decide. */
export interface Issue {
	field: string;
	problem: string;
	/** As the service sent it. */
	value: ExtractedField['value'];
	reasoning: string | null;
}

export interface Judged {
	fields: ExtractedField[];
	issues: Issue[];
}

/**
 * The fields as the rules want them, and what broke a rule. A value that breaks one stays as it was
 * sent; a field that has a rule and is missing is added with no value.
 */
export function judge(fields: ExtractedField[], rules: FieldRule[]): Judged {
	const judged = new Map(fields.map((field) => [field.name, field]));
	const issues: Issue[] = [];
	const ruled = new Set(rules.map(({ field }) => field.given));
	for (const rule of rules) {
		const { given, absent } = rule.field;
		// What another rule names is that one's field.
		const isFree = (name: string) => judged.has(name) && (name === given || !ruled.has(name));
		const name = nameIn(rule.field, isFree) ?? absent;
		const field = judged.get(name) ?? { name, value: null, reasoning: null };
		const { value, problem } = follow(rule, field.value);
		judged.set(name, { ...field, value });
		if (problem === null) continue;
		issues.push({ field: name, problem, value: field.value, reasoning: field.reasoning });
	}
	return { fields: [...judged.values()], issues };
}

function follow(
	{ required, conversion, format }: FieldRule,
	value: ExtractedField['value'],
): { value: ExtractedField['value']; problem: string | null } {
	const converted = convert(value, conversion, format);
	if (!converted.ok) return { value, problem: converted.problem };
	const isMissing = required && holdsNothing(converted.value);
	return { value: converted.value, problem: isMissing ? 'is missing' : null };
}

function holdsNothing(value: ExtractedField['value']): boolean {
	if (value === null || value === undefined) return true;
	if (typeof value === 'string') return isBlank(value);
	return Array.isArray(value) && value.every((each) => typeof each === 'string' && isBlank(each));
}
