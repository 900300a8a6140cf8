import type { IDataObject } from 'n8n-workflow';
import type { Issue } from '../rules/issue';
import type { ExtractedField, RunSummary } from '../service/types';
import { cellOf, issuesText } from './cells';
import type { ShownRun } from './shownRun';

/** The fields as the cells of a row, by their names. */
export const cellsOf = (fields: ExtractedField[]): IDataObject =>
	Object.fromEntries(fields.map(({ name, value }) => [name, cellOf(value)]));

/** If an item contains only these names, n8n reads `error` as the error of a failed item. */
const ERROR_ITEM = ['error', 'message', 'details'];

/**
 * Adds our own columns to cells. These are the same for all rows of a run, so they are made once: a
 * document may have thousands of rows.
 * @param names of the cells of each row
 */
export function rowMaker(
	{ run, issues, includeRun }: ShownRun,
	names: string[],
): (cells: IDataObject) => IDataObject {
	const looksFailed = names.includes('error') && names.every((name) => ERROR_ITEM.includes(name));
	const first = includeRun ? ownColumns(aboutRun(run), names) : looksFailed && { runId: run.id };
	const last = ownColumns(flatIssues(issues), names);
	return (cells) => ({ ...first, ...cells, ...last });
}

/** The issues as a column of a table; no column without rules. */
export const flatIssues = (issues?: Issue[]): { issues?: string } =>
	issues === undefined ? {} : { issues: issuesText(issues) };

export const aboutRun = ({ id, name, status }: RunSummary): IDataObject => ({
	runId: id,
	runName: name,
	runStatus: status,
});

/** Other names of our own columns, for runs with a field of the same name. */
const OTHER_NAMES: Record<string, string> = {
	failureReason: 'runFailureReason',
	issues: 'ruleIssues',
	runId: 'docScoreRunId',
	runName: 'docScoreRunName',
	runStatus: 'docScoreRunStatus',
};

/** Our own columns, renamed where a field has the same name. */
export const ownColumns = (ours: IDataObject, names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(ours).map(([name, value]) => [freeName(name, names), value]));

const freeName = (name: string, taken: string[]): string =>
	taken.includes(name) ? freeName(OTHER_NAMES[name] ?? `${name}_`, taken) : name;
