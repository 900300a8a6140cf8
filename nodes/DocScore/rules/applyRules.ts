import type { ExtractedField } from '../service/types';
import { applyColumnRules, splitRules } from './columns';
import { convert } from './conversions';
import { nameIn } from './namedField';
import type { FieldRule, AppliedRule } from './fieldRule';
import type { Issue } from './issue';
import { isBlank } from './normalize';

export interface RuleResult {
	fields: ExtractedField[];
	issues: Issue[];
	/** Names of fields and columns with a value that could not be converted. */
	unconverted: ReadonlySet<string>;
}

/** What happens to a value that cannot be converted: it stays unchanged, or is left empty. */
export const UNCONVERTED = ['keep', 'empty'] as const;
export type Unconverted = (typeof UNCONVERTED)[number];

/**
 * Applies rules to fields. Returns the converted fields and the issues. A missing field with a rule
 * is added without a value.
 */
export function applyRules(
	fields: ExtractedField[],
	rules: FieldRule[],
	unconverted: Unconverted = 'keep',
): RuleResult {
	const results = new Map(fields.map((field) => [field.name, field]));
	const issues: Issue[] = [];
	const failed = new Set<string>();
	const { ofFields, ofColumns } = rulesFor(fields, rules);
	const ruled = new Set(ofFields.map(({ field }) => field.given));
	for (const rule of ofFields) {
		const { given, absent } = rule.field;
		// A field that another rule names exactly belongs to that rule.
		const isFree = (name: string) => results.has(name) && (name === given || !ruled.has(name));
		const name = nameIn(rule.field, isFree) ?? absent;
		const field = results.get(name) ?? { name, value: null, reasoning: null };
		const { value, problem, isUnconverted } = applyRule(rule, field.value, unconverted);
		if (isUnconverted) failed.add(name);
		const own = ofColumns.filter(({ table }) => table === rule);
		const converted =
			rule.conversion === 'table' && problem === null
				? applyColumnRules({ ...field, value }, own, (each, cell) =>
						applyRule(each, cell, unconverted),
					)
				: { field: { ...field, value }, issues: [], unconverted: [] };
		results.set(name, converted.field);
		if (problem !== null) {
			issues.push({ field: name, problem, value: field.value, reasoning: field.reasoning });
		}
		issues.push(...converted.issues);
		for (const column of converted.unconverted) failed.add(column);
	}
	return { fields: [...results.values()], issues, unconverted: failed };
}

/** A run may have a field with the same name as a rule's column. */
function rulesFor(fields: ExtractedField[], rules: FieldRule[]): ReturnType<typeof splitRules> {
	const { ofColumns } = splitRules(rules);
	const names = new Set(fields.map(({ name }) => name));
	const columns = ofColumns.filter(
		({ rule }) => nameIn(rule.field, (name) => names.has(name)) === undefined,
	);
	const named = new Set(columns.map(({ rule }) => rule));
	return { ofFields: rules.filter((rule) => !named.has(rule)), ofColumns: columns };
}

function applyRule(
	{ required, conversion, format }: FieldRule,
	value: ExtractedField['value'],
	unconverted: Unconverted,
): AppliedRule {
	const converted = convert(value, conversion, format);
	if (!converted.ok) {
		const shown = unconverted === 'keep' ? value : null;
		return { value: shown, problem: converted.problem, isUnconverted: true };
	}
	const isMissing = required && holdsNothing(converted.value);
	const problem = isMissing ? 'is missing' : null;
	return { value: converted.value, problem, isUnconverted: false };
}

function holdsNothing(value: ExtractedField['value']): boolean {
	if (value === null || value === undefined) return true;
	if (typeof value === 'string') return isBlank(value);
	return Array.isArray(value) && value.every((each) => typeof each === 'string' && isBlank(each));
}
