import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../engine/input/input';
import type { OutputItem } from '../engine/operation';
import type { TimezoneContext } from '../engine/input/time';
import type { Issue } from '../rules/issue';
import { type Check, runChecks, subjectOf } from '../rules/checks';
import { type FieldRule, warmUp } from '../rules/conversions';
import { splitRules } from '../rules/columns';
import { applyRules, UNCONVERTED } from '../rules/applyRules';
import { toResult } from '../service/result';
import type { Run, RunSummary } from '../service/types';
import { checksField, readChecks } from './checks';
import { fieldRulesField, readFieldRules } from './fieldRules';
import { readTable, rowsIn } from './tableRows';
import { fieldsToOutputOption, pick, readNames, withMissing } from './fieldsToOutput';
import { isTable, OUTPUT_FORMS, type OutputForm, presentRun } from './presentRun';
import type { ShownRun } from './shownRun';
import type { NoteFields } from './unknownFields';
import { isInSample, readReviewSample, reviewField, reviewSampleOption } from './review';

export type OutputParameter = 'output' | 'fieldRules' | 'checks' | 'review';

/** The parameters of all operations that output runs. */
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
					'One row for each run with a column for each extracted field, ready for a spreadsheet',
			},
			{
				name: 'One Item per Field',
				value: 'itemPerField',
				description: 'One row for each extracted field with its value and reasoning',
			},
			{
				name: 'One Item per Row',
				value: 'itemPerRow',
				description:
					'One row for each line of the field that a rule converts to Table, such as line items, with the fields of the run beside it',
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
			'How to output a run. With Fields Only, One Item per Field and One Item per Row, a run that is not completed is one row with its ID, name, status and failure reason.',
	},
	fieldRulesField,
	checksField,
	reviewField,
];

export type OutputOption = 'fieldsToOutput' | 'includeRun' | 'reviewSample' | 'unconverted';

export const outputOptions: Array<INodeProperties & { name: OutputOption }> = [
	reviewSampleOption,
	fieldsToOutputOption,
	{
		displayName: 'Include Run ID, Name and Status',
		name: 'includeRun',
		type: 'boolean',
		displayOptions: { show: { '/output': ['fieldsOnly', 'itemPerRow'] } },
		default: true,
		description:
			'Whether to add the columns runId, runName and runStatus before the fields, so that you can recognize the document',
	},
	{
		displayName: 'When a Value Cannot Be Converted',
		name: 'unconverted',
		type: 'options',
		options: [
			{ name: 'Keep as Sent', value: 'keep', description: 'Leave the text unchanged' },
			{
				name: 'Leave Empty',
				value: 'empty',
				description: 'Output an empty value, so that the column has one type in all rows',
			},
		],
		default: 'keep',
		description:
			'What to output for a value that a rule cannot convert. The issue always shows the value that was sent.',
	},
];

/**
 * Converts a run to items in the chosen output form.
 * @param timedOut whether it did not finish within Max Wait
 */
export type RunOutput = (run: Run | RunSummary, timedOut?: boolean) => Promise<OutputItem[]>;

/** The sources of the output settings. */
export interface OutputSettings {
	input: Input<OutputParameter>;
	options: Input<OutputOption>;
	context: TimezoneContext;
	noteFields?: NoteFields;
}

/** @throws InputError */
export async function readOutput({
	input,
	options,
	context,
	noteFields,
}: OutputSettings): Promise<RunOutput> {
	const form = input.choice('output', OUTPUT_FORMS);
	const names = readNames(options);
	const hasReview = input.flag('review');
	const sample = hasReview ? readReviewSample(options) : 0;
	const includeRun = options.isOn('includeRun');
	const unconverted = options.choice('unconverted', UNCONVERTED);
	const { checks, rules } = readChecks(input, readFieldRules(input, context), context);
	await warmUp(rules.map(({ conversion }) => conversion));
	const hasRules = rules.length + checks.length > 0;
	const { ofFields } = splitRules(rules);
	// An issue may refer to the field of a check.
	const checked = checks
		.map(subjectOf)
		.filter((name) => !rules.some(({ field }) => field === name));
	const ruledFields = [...ofFields.map(({ field }) => field), ...checked];
	const named = namesIn(names, rules, checks);
	const columns = knownColumns(names, isTable(form) ? ruledFields : []);
	const table = form === 'itemPerRow' ? readTable(input, rules) : undefined;
	const ruled = async ({ fields }: RunSummary) =>
		runChecks(await applyRules(fields, rules, unconverted), checks, fields);
	return async (run, timedOut) => {
		const isExtracted = !timedOut && (run.status === 'completed' || run.fields.length > 0);
		const { fields, issues } = isExtracted ? await ruled(run) : { fields: run.fields, issues: [] };
		const rows = table && rowsIn(table, { fields, issues });
		const seen = [...run.fields.map(({ name }) => name), ...Object.keys(rows?.rows[0] ?? {})];
		if (seen.length > 0) noteFields?.(named, seen);
		const whole = {
			run,
			fields,
			names: columns,
			includeRun,
			timedOut,
			rows,
			...(hasRules && { issues }),
		};
		const isDoubtful = timedOut || needsPerson(run, issues);
		// Stryker disable next-line ConditionalExpression,EqualityOperator: it only saves time
		const isSample = sample > 0 && !isDoubtful && isInSample(run.id, sample);
		if (hasReview && (isDoubtful || isSample)) {
			const all = withMissing(fields, names);
			return review({ ...whole, fields: all, ...(sample > 0 && { isSample }) }, form);
		}
		const picked = fields.length > 0 ? pick(fields, names) : [];
		const wanted = picked.length > 0 ? picked : fields;
		return done({ ...whole, fields: wanted }, form, hasReview);
	};
}

/** The names of fields in the settings; for a column in a rule or check, that of its table. */
function namesIn(names: string[], rules: FieldRule[], checks: Check[]): string[] {
	const { ofColumns } = splitRules(rules);
	const tables = new Map(ofColumns.map(({ rule, table }) => [rule.field, table.field]));
	const ruled = [...rules.map(({ field }) => field), ...checks.map(subjectOf)];
	return [...names, ...ruled.map((name) => tables.get(name) ?? name)];
}

/** The names of fields in Fields to Output, rules and checks. @throws InputError */
export function readNamedFields({
	input,
	options,
	context,
}: Pick<OutputSettings, 'input' | 'options' | 'context'>): string[] {
	const { checks, rules } = readChecks(input, readFieldRules(input, context), context);
	return namesIn(readNames(options), rules, checks);
}

/** The field names of every row, as far as they are known before a run is read. */
function knownColumns(names: string[], ruled: string[]): string[] {
	const picked = pick([], names);
	return (picked.length > 0 ? picked : pick([], ruled)).map(({ name }) => name);
}

export type NeedsDetails = (run: RunSummary) => Promise<boolean>;

/**
 * Whether the output needs more of a completed run than a list contains (docs/service.md, Query). A
 * table needs only the fields, but Review needs everything. Undefined if the output of every run
 * needs more.
 * @throws InputError
 */
export function readNeedsDetails(
	input: Input<OutputParameter>,
	output: RunOutput,
): NeedsDetails | undefined {
	if (!isTable(input.choice('output', OUTPUT_FORMS))) return undefined;
	return async (run) => {
		if (run.fields.length === 0) return true;
		const items = await toResult(output(run));
		// A run that cannot be output also needs them; the error appears when it is emitted.
		// Stryker disable next-line MethodExpression: all items of a run leave by the same output
		return !items.ok || items.value.some(({ toReview }) => toReview);
	};
}

/** A run that is not completed needs a person, whatever fields it has. */
const needsPerson = ({ status }: RunSummary, issues: Issue[]): boolean =>
	status !== 'completed' || issues.length > 0;

/** Review outputs whole runs, because a person needs all of a run. */
const review = (shown: ShownRun, form: OutputForm): OutputItem[] =>
	presentRun(shown, form === 'raw' ? 'raw' : 'simplified').map((json) => ({
		json,
		toReview: true,
	}));

/** The items for Done, or for the only output. */
const done = (shown: ShownRun, form: OutputForm, hasReview: boolean): OutputItem[] =>
	presentRun(hasReview ? { ...shown, issues: undefined } : shown, form).map((json) => ({
		json,
	}));
