import type { IDataObject } from 'n8n-workflow';
import type { Issue } from '../rules/issue';
import { readFailureReason } from '../service/failureReason';
import { isObject } from '../service/json';
import type { ExtractedField, Run, RunSummary } from '../service/types';
import { cellOf, issuesText, textCellOf } from './cells';
import type { TableRows } from './tableRows';

export const OUTPUT_FORMS = [
	'simplified',
	'fieldsOnly',
	'itemPerField',
	'itemPerRow',
	'raw',
] as const;
export type OutputForm = (typeof OUTPUT_FORMS)[number];

/**
 * Whether the output form is a table of extracted fields, which has no place for a run without
 * fields.
 */
export const isTable = (form: OutputForm): boolean => form !== 'simplified' && form !== 'raw';

/** A run with the fields to output, in their order. */
export interface ShownRun {
	run: Run | RunSummary;
	fields: ExtractedField[];
	/** Violations of rules; absent without rules. */
	issues?: Issue[];
	/**
	 * Names of the requested fields, or else of those with a rule. A run without fields still gets
	 * their columns.
	 */
	names?: string[];
	/** Whether a row of fields includes the run's ID, name and status. */
	includeRun?: boolean;
	/** Whether it is in the review sample; absent without a sample. */
	isSample?: boolean;
	/** The table rows, if the output form is one item per row. */
	rows?: TableRows;
	/** Whether it did not finish within Max Wait. */
	timedOut?: boolean;
}

/**
 * The items of a run in the chosen output form. A run without fields (unfinished or failed) is a
 * row of its own in a table, so that it never vanishes.
 */
export function presentRun(shown: ShownRun, form: OutputForm): IDataObject[] {
	if (form === 'raw') return [raw(shown)];
	if (form === 'simplified') return [simplified(shown)];
	// Values of a run that is still being read may change.
	if (shown.fields.length === 0 || shown.timedOut) return [withoutFields(shown, form)];
	if (form === 'itemPerRow') return itemPerRow(shown);
	return form === 'fieldsOnly' ? [fieldsOnly(shown)] : itemPerField(shown);
}

type NamedValue = Pick<ExtractedField, 'name' | 'value'>;

/** If an item contains only these names, n8n reads `error` as the error of a failed item. */
const ERROR_ITEM = ['error', 'message', 'details'];

const fieldsOnly = (shown: ShownRun): IDataObject => flatRow(shown, shown.fields);

function flatRow({ run, issues, includeRun }: ShownRun, fields: NamedValue[]): IDataObject {
	const names = fields.map(({ name }) => name);
	const looksFailed = names.includes('error') && names.every((name) => ERROR_ITEM.includes(name));
	return {
		...(includeRun ? columns(aboutRun(run), names) : looksFailed && { runId: run.id }),
		...valuesByName(fields.map((field) => ({ ...field, value: cellOf(field.value) }))),
		...columns(flatIssues(issues), names),
	};
}

/**
 * One item per row of the table, with its columns in the order of the table. A run without rows is one item,
 * with its fields and its issues.
 */
function itemPerRow(shown: ShownRun): IDataObject[] {
	const { fields, rows: { field = '', rows = [], empty = {} } = {} } = shown;
	const others = fields.filter(({ name }) => name !== field);
	return (rows.length > 0 ? rows : [{}]).map((row) => {
		const lacking = Object.entries(empty).filter(([name]) => !Object.hasOwn(row, name));
		const cells = [...Object.entries(row), ...lacking].map(([name, value]) => ({ name, value }));
		const taken = cells.map(({ name }) => name);
		const beside = others.map(({ name, value }) => ({ name: freeName(name, taken), value }));
		return flatRow(shown, [...cells, ...beside]);
	});
}

/**
 * One item per field. The issues of a field are in its row; issues of fields that are not output
 * are in the first row.
 */
function itemPerField({ run, fields, issues }: ShownRun): IDataObject[] {
	const names = new Set(fields.map(({ name }) => name));
	const others = issues?.filter(({ field }) => !names.has(field)) ?? [];
	return fields.map(({ name, value, reasoning }, at) => {
		const own = issues?.filter(({ field }) => field === name);
		return {
			runId: run.id,
			runName: run.name,
			field: name,
			value: textCellOf(value),
			reasoning,
			...flatIssues(own && [...own, ...(at === 0 ? others : [])]),
		};
	});
}

/** The issues as a column of a table; no column without rules. */
const flatIssues = (issues?: Issue[]): { issues?: string } =>
	issues === undefined ? {} : { issues: issuesText(issues) };

/**
 * A row for a run without fields: the columns of the other runs without values, and the reason.
 */
function withoutFields(shown: ShownRun, form: OutputForm): IDataObject {
	const { run, issues } = shown;
	const names = columnsOf(shown);
	const why = { ...reasonOf(run), ...timeOf(shown) };
	if (form === 'itemPerField') {
		const { runStatus, ...which } = aboutRun(run);
		const nothing = { field: null, value: null, reasoning: null };
		return { ...which, ...nothing, runStatus, ...why, ...flatIssues(issues) };
	}
	return {
		...columns({ ...aboutRun(run), ...why }, names),
		...withoutValues(names),
		...columns(flatIssues(issues), names),
	};
}

/** The columns of a row whose run has no fields. */
function columnsOf({ names = [], rows }: ShownRun): string[] {
	if (rows === undefined) return names;
	const columns = Object.keys(rows.empty);
	const beside = names.filter((name) => name !== rows.field);
	return [...columns, ...beside.map((name) => freeName(name, columns))];
}

const aboutRun = ({ id, name, status }: RunSummary): IDataObject => ({
	runId: id,
	runName: name,
	runStatus: status,
});

const timeOf = ({ timedOut }: ShownRun): { timedOut?: true } => (timedOut ? { timedOut } : {});

const sampleOf = ({ isSample }: ShownRun): { sample?: boolean } =>
	isSample === undefined ? {} : { sample: isSample };

const withoutValues = (names: string[]): IDataObject =>
	Object.fromEntries(names.map((name) => [name, null]));

/** Lists need not contain the failure reason. */
function reasonOf(run: Run | RunSummary): { failureReason?: string | null } {
	if (run.status !== 'failed') return {};
	if ('failureReason' in run) return { failureReason: run.failureReason };
	const failureReason = readFailureReason(run.raw);
	return failureReason === null ? {} : { failureReason };
}

/** Other names of our own columns, for runs with a field of the same name. */
const OTHER_NAMES: Record<string, string> = {
	failureReason: 'runFailureReason',
	issues: 'ruleIssues',
	runId: 'docScoreRunId',
	runName: 'docScoreRunName',
	runStatus: 'docScoreRunStatus',
};

/** Our own columns, renamed where a field has the same name. */
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
		...sampleOf(shown),
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

/** The run as the service sent it, with only the requested fields. */
function raw(shown: ShownRun): IDataObject {
	const { run, fields, issues } = shown;
	const sent = run.raw.output_schema;
	if (!isObject(sent))
		return { ...run.raw, ...timeOf(shown), ...(issues && { issues }), ...sampleOf(shown) };
	const output_schema = Object.fromEntries(
		fields.flatMap(({ name }) => (Object.hasOwn(sent, name) ? [[name, sent[name]]] : [])),
	);
	return {
		...run.raw,
		output_schema,
		...timeOf(shown),
		...(issues && { issues }),
		...sampleOf(shown),
	};
}

const valuesByName = (fields: NamedValue[]): IDataObject =>
	Object.fromEntries(fields.map(({ name, value }) => [name, value]));
