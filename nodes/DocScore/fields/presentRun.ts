import type { IDataObject } from 'n8n-workflow';
import type { Issue } from '../rules/rule';
import { readFailureReason } from '../service/failureReason';
import { isObject } from '../service/json';
import type { ExtractedField, Run, RunSummary } from '../service/types';

export const OUTPUT_FORMS = ['simplified', 'fieldsOnly', 'itemPerField', 'raw'] as const;
export type OutputForm = (typeof OUTPUT_FORMS)[number];

/** Forms that make a table of the extracted fields, in which a run without any has no place. */
export const isTable = (form: OutputForm): boolean =>
	form === 'fieldsOnly' || form === 'itemPerField';

/** A run with the fields to be shown, in their order. */
export interface ShownRun {
	run: Run | RunSummary;
	fields: ExtractedField[];
	/** What broke a rule; absent where no rules were given. */
	issues?: Issue[];
	/** Names of the fields that were asked for; a run without fields has columns for them all the same. */
	names?: string[];
	/** Whether a row of fields tells which run it is of. */
	includeRun?: boolean;
	/** Whether it did not finish in the time that it was given. */
	timedOut?: boolean;
}

/**
 * A run as the items that a person wants to see. A run without fields (not finished, or failed) is a
 * row of its own in a table of fields, and never vanishes.
 */
export function presentRun(shown: ShownRun, form: OutputForm): IDataObject[] {
	if (form === 'raw') return [raw(shown)];
	if (form === 'simplified') return [simplified(shown)];
	if (shown.fields.length === 0) return [withoutFields(shown, form)];
	return form === 'fieldsOnly' ? [fieldsOnly(shown)] : itemPerField(shown);
}

/** Of an item that holds nothing but these, core takes the first for the error of a failed item. */
const ERROR_ITEM = ['error', 'message', 'details'];

function fieldsOnly({ run, fields, issues, includeRun }: ShownRun): IDataObject {
	const names = fields.map(({ name }) => name);
	const looksFailed = names.includes('error') && names.every((name) => ERROR_ITEM.includes(name));
	return {
		...(includeRun ? columns(aboutRun(run), names) : looksFailed && { runId: run.id }),
		...valuesByName(fields),
		...columns({ issues }, names),
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

/** The columns of the other runs without values, and why there are none. */
function withoutFields(shown: ShownRun, form: OutputForm): IDataObject {
	const { run, names = [], issues } = shown;
	const why = { ...reasonOf(run), ...timeOf(shown) };
	if (form === 'itemPerField') {
		const { runStatus, ...which } = aboutRun(run);
		const nothing = { field: null, value: null, reasoning: null };
		return { ...which, ...nothing, runStatus, ...why, ...(issues && { issues }) };
	}
	return {
		...columns({ ...aboutRun(run), ...why }, names),
		...withoutValues(names),
		...columns({ issues }, names),
	};
}

const aboutRun = ({ id, name, status }: RunSummary): IDataObject => ({
	runId: id,
	runName: name,
	runStatus: status,
});

const timeOf = ({ timedOut }: ShownRun): { timedOut?: true } => (timedOut ? { timedOut } : {});

const withoutValues = (names: string[]): IDataObject =>
	Object.fromEntries(names.map((name) => [name, null]));

/** Lists need not tell the reason. */
function reasonOf(run: Run | RunSummary): { failureReason?: string | null } {
	if (run.status !== 'failed') return {};
	if ('failureReason' in run) return { failureReason: run.failureReason };
	const failureReason = readFailureReason(run.raw);
	return failureReason === null ? {} : { failureReason };
}

/** What columns of ours are called where a field of the document has their name. */
const OTHER_NAMES: Record<string, string> = {
	failureReason: 'runFailureReason',
	issues: 'ruleIssues',
	runId: 'docScoreRunId',
	runName: 'docScoreRunName',
	runStatus: 'docScoreRunStatus',
};

/** Columns of ours beside those of fields, none of which is hidden by another. */
function columns(ours: IDataObject, names: string[]): IDataObject {
	const given = Object.entries(ours).filter(([, value]) => value !== undefined);
	return Object.fromEntries(given.map(([name, value]) => [freeName(name, names), value]));
}

const freeName = (name: string, taken: string[]): string =>
	taken.includes(name) ? freeName(OTHER_NAMES[name] ?? `${name}_`, taken) : name;

function simplified(shown: ShownRun): IDataObject {
	const { run, fields, names = [], issues } = shown;
	const summary = {
		id: run.id,
		name: run.name,
		status: run.status,
		createdTime: run.createdTime,
		...(issues && { issues }),
		fields: fields.length > 0 ? valuesByName(fields) : withoutValues(names),
		...timeOf(shown),
	};
	if (!('metadata' in run)) return summary;
	return {
		...summary,
		...reasonOf(run),
		metadata: run.metadata,
		files: run.files.map(({ id, name, url }) => ({ id, name, url })),
	};
}

/** The run as the service sent it, with those of its fields that are to be shown. */
function raw(shown: ShownRun): IDataObject {
	const { run, fields, issues } = shown;
	const sent = run.raw.output_schema;
	if (!isObject(sent)) return { ...run.raw, ...timeOf(shown), ...(issues && { issues }) };
	const output_schema = Object.fromEntries(
		fields.flatMap(({ name }) => (Object.hasOwn(sent, name) ? [[name, sent[name]]] : [])),
	);
	return { ...run.raw, output_schema, ...(issues && { issues }) };
}

const valuesByName = (fields: ExtractedField[]): IDataObject =>
	Object.fromEntries(fields.map(({ name, value }) => [name, value]));
