import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Input } from '../engine/input';
import type { OutputItem } from '../engine/operation';
import type { ExtractedField, Run, RunSummary } from '../service/types';

export const outputField: INodeProperties & { name: 'output' } = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'Fields Only',
			value: 'fieldsOnly',
			description: 'One flat item with a column for each extracted field, ready for a spreadsheet',
		},
		{
			name: 'One Item per Field',
			value: 'itemPerField',
			description: 'An item for each extracted field, with its value and the reasoning behind it',
		},
		{
			name: 'Raw',
			value: 'raw',
			description: 'The run exactly as the service sent it',
		},
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'The run with its status, extracted values, metadata and files',
		},
	],
	default: 'simplified',
	description:
		'How to show a run. A run without extracted fields, such as a failed one, is shown simplified where only fields were asked for.',
};

/** Shows a run in the form that the user chose. */
export type RunOutput = (run: Run | RunSummary) => OutputItem[];

/** @throws InputError */
export function readOutput(input: Input<'output'>): RunOutput {
	const form = input.choice('output', OUTPUT_FORMS);
	return (run) => presentRun(run, form).map((json) => ({ json }));
}

export const OUTPUT_FORMS = ['simplified', 'fieldsOnly', 'itemPerField', 'raw'] as const;
export type OutputForm = (typeof OUTPUT_FORMS)[number];

/**
 * A run as the items that a person wants to see. A run without fields (not finished, or failed) has
 * neither columns nor rows to show, so it is always given in the simplified form and never vanishes.
 */
export function presentRun(run: Run | RunSummary, form: OutputForm): IDataObject[] {
	if (form === 'raw') return [run.raw];
	if (form === 'simplified' || run.fields.length === 0) return [simplified(run)];
	if (form === 'fieldsOnly') return [fieldsOnly(run)];
	return run.fields.map(({ name, value, reasoning }) => ({
		runId: run.id,
		runName: run.name,
		field: name,
		value,
		reasoning,
	}));
}

/** Of an item that holds nothing but these, core takes the first for the error of a failed item. */
const ERROR_ITEM = ['error', 'message', 'details'];

function fieldsOnly({ id, fields }: RunSummary): IDataObject {
	const names = fields.map(({ name }) => name);
	const looksFailed = names.includes('error') && names.every((name) => ERROR_ITEM.includes(name));
	return { ...(looksFailed ? { runId: id } : {}), ...valuesByName(fields) };
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
