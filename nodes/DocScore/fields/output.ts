import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../engine/input';
import type { OutputItem } from '../engine/operation';
import type { TimezoneContext } from '../engine/timezone';
import { type Issue, judge } from '../rules/rule';
import type { Run, RunSummary } from '../service/types';
import { fieldRulesField, readFieldRules } from './fieldRules';
import { pick, readNames } from './fieldsToOutput';
import { isTable, OUTPUT_FORMS, type OutputForm, presentRun, type ShownRun } from './presentRun';
import {
	checkRules,
	readSecondOutput,
	type SecondOutput,
	secondOutputOption,
} from './secondOutput';

export type OutputParameter = 'output' | 'fieldsToOutput' | 'fieldRules';

/** What all that outputs runs has in common. */
export const outputFields: Array<INodeProperties & { name: OutputParameter }> = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Fields Only',
				value: 'fieldsOnly',
				description:
					'A row for each run, with a column for each extracted field, ready for a spreadsheet',
			},
			{
				name: 'One Item per Field',
				value: 'itemPerField',
				description: 'A row for each extracted field, with its value and the reasoning behind it',
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
			'How to show a run. In Fields Only and One Item per Field, a run that is not completed is a row with its ID, name, status and, if it failed, the reason.',
	},
	{
		displayName: 'Fields to Output',
		name: 'fieldsToOutput',
		type: 'string',
		default: '',
		placeholder: 'e.g. invoice_number, total_amount',
		description:
			'Only these extracted fields, in this order: names separated by commas, or a list by an expression. A field that a run lacks is an empty column. All fields if empty.',
	},
	fieldRulesField,
];

export type OutputOption = 'includeRun' | 'secondOutput';

export const outputOptions: Array<INodeProperties & { name: OutputOption }> = [
	{
		displayName: 'Include Run ID, Name and Status',
		name: 'includeRun',
		type: 'boolean',
		displayOptions: { show: { '/output': ['fieldsOnly'] } },
		default: false,
		description:
			'Whether to put the columns runId, runName and runStatus in front of the fields, to tell which row is which document',
	},
	secondOutputOption,
];

/**
 * Shows a run in the way that the user chose.
 * @param timedOut whether it did not finish in the time that it was given
 */
export type RunOutput = (run: Run | RunSummary, timedOut?: boolean) => OutputItem[];

/** What the way to show runs is read from. */
export interface OutputSettings {
	input: Input<OutputParameter>;
	options: Input<OutputOption>;
	context: TimezoneContext;
	/** Takes the runs for which a table of fields has no place; without it, each is a row of its own. */
	leaveOut?: (run: RunSummary) => void;
}

/** @throws InputError */
export function readOutput({ input, options, context, leaveOut }: OutputSettings): RunOutput {
	const form = input.choice('output', OUTPUT_FORMS);
	const names = readNames(input);
	const rules = readFieldRules(input, context);
	const second = readSecondOutput(options);
	const includeRun = options.flag('includeRun');
	checkRules(options, rules);
	const columns = pick([], names).map(({ name }) => name);
	return (run, timedOut = false) => {
		const isExtracted = !timedOut && (run.status === 'completed' || run.fields.length > 0);
		const { fields, issues } = judge(run.fields, isExtracted ? rules : []);
		if (!isExtracted && isTable(form) && leaveOut && !isWanted(run, second)) {
			leaveOut(run);
			return [];
		}
		const told = rules.length > 0 && { issues };
		const whole = { run, fields, names: columns, includeRun, timedOut, ...told };
		if (second !== 'nothing' && (timedOut || needsPerson(run, issues))) return review(whole, form);
		const wanted = isExtracted && names.length > 0 ? pick(fields, names) : fields;
		return done({ ...whole, fields: wanted }, form, second);
	};
}

/**
 * Whether more of a completed run is to be shown than a list tells (docs/service.md, Query): a table
 * shows fields alone, but a person who looks at a run needs all of it. Undefined where more is shown of
 * any run.
 * @throws InputError
 */
export function readNeedsDetails(
	input: Input<OutputParameter>,
	output: RunOutput,
): ((run: RunSummary) => boolean) | undefined {
	if (!isTable(input.choice('output', OUTPUT_FORMS))) return undefined;
	return (run) => {
		if (run.fields.length === 0) return true;
		try {
			return output(run).some(({ second }) => second);
		} catch {
			// It cannot be shown, which is told where it is emitted.
			return true;
		}
	};
}

/** Whether somebody asked for failed runs. */
const isWanted = ({ status }: RunSummary, second: SecondOutput): boolean =>
	second === 'issuesAndFailed' && status === 'failed';

/** Nobody can rely on a run that is not completed, whatever fields it has. */
const needsPerson = ({ status }: RunSummary, issues: Issue[]): boolean =>
	status !== 'completed' || issues.length > 0;

/** A person who looks at a run needs all of it, whatever suits the other runs. */
const review = (shown: ShownRun, form: OutputForm): OutputItem[] =>
	presentRun(shown, form === 'raw' ? 'raw' : 'simplified').map((json) => ({ json, second: true }));

/** Runs that have issues go elsewhere where there is a second output. */
const done = (shown: ShownRun, form: OutputForm, second: SecondOutput): OutputItem[] =>
	presentRun(second === 'nothing' ? shown : { ...shown, issues: undefined }, form).map((json) => ({
		json,
	}));
