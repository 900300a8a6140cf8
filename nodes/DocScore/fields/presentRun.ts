import type { IDataObject } from 'n8n-workflow';
import type { Issue } from '../rules/issue';
import { readFailureReason } from '../service/failureReason';
import { isObject } from '../service/json';
import type { ExtractedField, Run, RunSummary } from '../service/types';
import { textCellOf } from './cells';
import { aboutRun, cellsOf, flatIssues, ownColumns, rowMaker } from './flatRow';
import { columnNames, isBeside, itemPerRow } from './itemPerRow';
import type { ShownRun } from './shownRun';

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

/**
 * The items of a run in the chosen output form. A run without fields (unfinished or failed) is a
 * row of its own in a table, so that it never vanishes.
 */
export function presentRun(shown: ShownRun, form: OutputForm): IDataObject[] {
	if (form === 'raw') return [raw(shown)];
	if (form === 'simplified') return [simplified(shown)];
	// Values of a run that is still being read may change.
	if (shown.fields.length === 0 || shown.timedOut) return [withoutFields(shown, form)];
	if (shown.rows) return itemPerRow(shown, shown.rows);
	return form === 'fieldsOnly' ? [fieldsOnly(shown)] : itemPerField(shown);
}

function fieldsOnly(shown: ShownRun): IDataObject {
	const cells = cellsOf(shown.fields);
	return rowMaker(shown, Object.keys(cells))(cells);
}

/**
 * One item per field. The issues of a field and of its columns are in its row; issues of fields that
 * are not output are in the first row.
 */
function itemPerField({ run, fields, issues }: ShownRun): IDataObject[] {
	const owned = new Map(fields.map(({ name }): [string, Issue[]] => [name, []]));
	const others: Issue[] = [];
	for (const issue of issues ?? []) (owned.get(ownerOf(issue.field, owned)) ?? others).push(issue);
	return fields.map(({ name, value, reasoning }, at) => {
		const own = [...(owned.get(name) ?? []), ...(at === 0 ? others : [])];
		return {
			field: name,
			value: textCellOf(value),
			reasoning,
			...flatIssues(issues && own),
			runId: run.id,
			runName: run.name,
		};
	});
}

/** The field to which an issue belongs, such as line_items for an issue of line_items.amount. */
function ownerOf(name: string, fields: ReadonlyMap<string, unknown>): string {
	let owner = name;
	while (!fields.has(owner) && owner.includes('.')) owner = owner.slice(0, owner.lastIndexOf('.'));
	return owner;
}

/**
 * A row for a run without fields: the columns of the other runs without values, and the reason.
 */
function withoutFields(shown: ShownRun, form: OutputForm): IDataObject {
	const { run, issues } = shown;
	const names = columnsOf(shown);
	const why = { ...reasonOf(run), ...timeOf(shown) };
	if (form === 'itemPerField') {
		const nothing = { field: null, value: null, reasoning: null };
		return { ...nothing, ...flatIssues(issues), ...aboutRun(run), ...why };
	}
	return {
		...ownColumns({ ...aboutRun(run), ...why }, names),
		...withoutValues(names),
		...ownColumns(flatIssues(issues), names),
	};
}

/** The columns of a row whose run has no fields. */
function columnsOf(shown: ShownRun): string[] {
	const { names, rows } = shown;
	if (rows === undefined) return names;
	const columns = Object.keys(rows.empty);
	const beside = names.filter(isBeside(shown, columns));
	return [...columnNames(columns, beside).values(), ...beside];
}

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

function simplified(shown: ShownRun): IDataObject {
	const { run, fields, names, issues } = shown;
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
	const pickFrom = (schema: IDataObject) =>
		fields.flatMap(({ name }) => (Object.hasOwn(schema, name) ? [[name, schema[name]]] : []));
	return {
		...run.raw,
		...(isObject(sent) && { output_schema: Object.fromEntries(pickFrom(sent)) }),
		...timeOf(shown),
		...(issues && { issues }),
		...sampleOf(shown),
	};
}

const valuesByName = (fields: ExtractedField[]): IDataObject =>
	Object.fromEntries(fields.map(({ name, value }) => [name, value]));
