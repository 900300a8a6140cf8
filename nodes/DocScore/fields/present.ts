import type { IDataObject } from 'n8n-workflow';
import type { ExtractedField, Run, RunSummary } from '../service/types';

export const OUTPUT_FORMS = ['simplified', 'fieldsOnly', 'itemPerField', 'raw'] as const;
export type OutputForm = (typeof OUTPUT_FORMS)[number];

/**
 * A run as the items that a person wants to see. A run without fields (not finished, or failed) has
 * neither columns nor rows to show, so it is always given in the simplified form and never vanishes.
 */
export function presentRun(run: Run | RunSummary, form: OutputForm): IDataObject[] {
	if (form === 'raw') return [run.raw];
	if (form === 'simplified' || run.fields.length === 0) return [simplified(run)];
	if (form === 'fieldsOnly') return [valuesByName(run.fields)];
	return run.fields.map(({ name, value, reasoning }) => ({
		runId: run.id,
		runName: run.name,
		field: name,
		value,
		reasoning,
	}));
}

function simplified(run: Run | RunSummary): IDataObject {
	const summary = {
		id: run.id,
		name: run.name,
		status: run.status,
		createdTime: run.createdTime,
		fields: valuesByName(run.fields),
	};
	if (!('metadata' in run)) return summary;
	return {
		...summary,
		...(run.status === 'failed' ? { failureReason: run.failureReason } : {}),
		metadata: run.metadata,
		files: run.files.map(({ id, name, url }) => ({ id, name, url })),
	};
}

const valuesByName = (fields: ExtractedField[]): IDataObject =>
	Object.fromEntries(fields.map(({ name, value }) => [name, value]));
