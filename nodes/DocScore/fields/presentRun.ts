import type { IDataObject } from 'n8n-workflow';
import type { Issue } from '../rules/rule';
import { isObject } from '../service/json';
import type { ExtractedField, Run, RunSummary } from '../service/types';

export const OUTPUT_FORMS = ['simplified', 'fieldsOnly', 'itemPerField', 'raw'] as const;
export type OutputForm = (typeof OUTPUT_FORMS)[number];

/** A run with the fields to be shown, in their order. */
export interface ShownRun {
	run: Run | RunSummary;
	fields: ExtractedField[];
	/** What broke a rule; absent where no rules were given. */
	issues?: Issue[];
}

/**
 * A run as the items that a person wants to see. A run without fields (not finished, or failed) has
 * neither columns nor rows to show, so it is always given in the simplified form and never vanishes.
 */
export function presentRun(shown: ShownRun, form: OutputForm): IDataObject[] {
	if (form === 'raw') return [raw(shown)];
	if (form === 'simplified' || shown.fields.length === 0) return [simplified(shown)];
	return form === 'fieldsOnly' ? [fieldsOnly(shown)] : itemPerField(shown);
}

/** Of an item that holds nothing but these, core takes the first for the error of a failed item. */
const ERROR_ITEM = ['error', 'message', 'details'];

function fieldsOnly({ run, fields, issues }: ShownRun): IDataObject {
	const names = fields.map(({ name }) => name);
	const looksFailed = names.includes('error') && names.every((name) => ERROR_ITEM.includes(name));
	return {
		...(looksFailed ? { runId: run.id } : {}),
		...valuesByName(fields),
		...(issues && { [names.includes('issues') ? 'ruleIssues' : 'issues']: issues }),
	};
}

const itemPerField = ({ run, fields, issues }: ShownRun): IDataObject[] =>
	fields.map(({ name, value, reasoning }) => ({
		runId: run.id,
		runName: run.name,
		field: name,
		value,
		reasoning,
		...(issues && { issues: issues.filter(({ field }) => field === name) }),
	}));

function simplified({ run, fields, issues }: ShownRun): IDataObject {
	const summary = {
		id: run.id,
		name: run.name,
		status: run.status,
		createdTime: run.createdTime,
		...(issues && { issues }),
		fields: valuesByName(fields),
	};
	if (!('metadata' in run)) return summary;
	return {
		...summary,
		...(run.status === 'failed' ? { failureReason: run.failureReason } : {}),
		metadata: run.metadata,
		files: run.files.map(({ id, name, url }) => ({ id, name, url })),
	};
}

/** The run as the service sent it, with those of its fields that are to be shown. */
function raw({ run, fields, issues }: ShownRun): IDataObject {
	const sent = run.raw.output_schema;
	if (!isObject(sent)) return { ...run.raw, ...(issues && { issues }) };
	const output_schema = Object.fromEntries(
		fields.flatMap(({ name }) => (Object.hasOwn(sent, name) ? [[name, sent[name]]] : [])),
	);
	return { ...run.raw, output_schema, ...(issues && { issues }) };
}

const valuesByName = (fields: ExtractedField[]): IDataObject =>
	Object.fromEntries(fields.map(({ name, value }) => [name, value]));
