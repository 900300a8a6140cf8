import type { IDataObject } from 'n8n-workflow';
import { Input } from '../../../nodes/DocScore/engine/input/input';
import { outputFields, outputOptions, readOutput } from '../../../nodes/DocScore/fields/runOutput';
import { readSummary } from '../../../nodes/DocScore/service/readRun';

export const COMPLETED = { status: 'completed', output_schema: { a: '1' } };
export const FAILED = { status: 'failed' };

/** The run of a list. */
export function runOf(doc: IDataObject) {
	const run = readSummary({ id: 'r1', filename: 'Invoice', ...doc });
	if (run === null) throw new Error('The run has an id');
	return run;
}

export function settingsOf(parameters: IDataObject, options: IDataObject = {}) {
	return {
		input: new Input(outputFields, (name) => parameters[name]),
		options: new Input(outputOptions, (name) => options[name]),
		context: { getTimezone: () => 'UTC' },
	};
}

/** The items of a run of a list. */
export const show = async (
	doc: IDataObject,
	parameters: IDataObject,
	options: IDataObject = {},
	timedOut = false,
) => (await readOutput(settingsOf(parameters, options)))(runOf(doc), timedOut);

export const rules = (...rows: IDataObject[]) => ({ fieldRules: { rules: rows } });

export const required = (field: string) => rules({ field, required: true });
export const MISSING = { field: 'a', problem: 'is missing', value: null, reasoning: null };

export const checks = (...rows: IDataObject[]) => ({ checks: { checks: rows } });

/** Rules for a table with a column of true and false, which needs no languages. */
export const TABLE = [
	{ field: 'l', convertTo: 'table' },
	{ field: 'l.n', convertTo: 'boolean' },
];
