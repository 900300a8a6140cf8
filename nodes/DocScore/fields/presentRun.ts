import type { IDataObject } from 'n8n-workflow';
import type { Issue } from '../rules/issue';
import { readFailureReason } from '../service/failureReason';
import { isObject } from '../service/json';
import type { ExtractedField, Run, RunSummary } from '../service/types';
import { cellOf, issuesText, textCellOf } from './flat';
import type { TableRows } from './tableRows';

export const OUTPUT_FORMS = [
	'simplified',
	'fieldsOnly',
	'itemPerField',
	'itemPerRow',
	'raw',
] as const;
export type OutputForm = (typeof OUTPUT_FORMS)[number];

/** Forms that make a table of the extracted fields, in which a run without any has no place. */
export const isTable = (form: OutputForm): boolean => form !== 'simplified' && form !== 'raw';

/** A run with the fields to be shown, in their order. */
export interface ShownRun {
	run: Run | RunSummary;
	fields: ExtractedField[];
	/** What broke a rule; absent where no rules were given. */
	issues?: Issue[];
	/** Names of the fields that were asked for, or else have a rule; a run without fields has columns for them all the same. */
	names?: string[];
	/** Whether a row of fields tells which run it is of. */
	includeRun?: boolean;
	/** Whether it is to be reviewed though it has no issues; absent where no sample is wanted. */
	isSample?: boolean;
	/** Of the form that shows each row of a table. */
	rows?: TableRows;
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
	// Values of a run that is still being read may change.
	if (shown.fields.length === 0 || shown.timedOut) return [withoutFields(shown, form)];
	if (form === 'itemPerRow') return itemPerRow(shown);
	return form === 'fieldsOnly' ? [fieldsOnly(shown)] : itemPerField(shown);
}

type NamedValue = Pick<ExtractedField, 'name' | 'value'>;

/** Of an item that holds nothing but these, core takes the first for the error of a failed item. */
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

/** Columns stand as in the table. A run without rows is one row all the same, with its fields and its issues. */
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

/** The issues of a field stand in its row, and those of fields that are not shown in the first. */
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

/** In a column of a table; none where there are no rules. */
const flatIssues = (issues?: Issue[]): { issues?: string } =>
	issues === undefined ? {} : { issues: issuesText(issues) };

/** The columns of the other runs without values, and why there are none. */
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

/** The run as the service sent it, with those of its fields that are to be shown. */
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
