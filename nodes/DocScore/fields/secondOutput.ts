import { createHash } from 'crypto';
import { type INodeProperties, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import type { Input } from '../engine/input/input';
import { InputError } from '../engine/input/inputError';
import type { Resources } from '../engine/operation';

export type SecondOutput = 'nothing' | 'issues' | 'issuesAndFailed';

export const secondOutputOption: INodeProperties & { name: 'secondOutput' } = {
	displayName: 'Send to a Second Output',
	name: 'secondOutput',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Runs With Issues',
			value: 'issues',
			description: 'Runs that break a field rule, and runs that are not completed',
		},
		{
			name: 'Runs With Issues and Failed Runs',
			value: 'issuesAndFailed',
			description: 'Failed runs too. Without this choice, they fail the item or are left out.',
		},
	],
	default: 'issues',
	description:
		'Which runs to send to a second output, Review, with all their data, for a person to check. Done contains only completed runs without issues. If On Error is Continue, failed items also go to Review.',
};

export const reviewSampleOption: INodeProperties & { name: 'reviewSample' } = {
	displayName: 'Also Review a Sample',
	name: 'reviewSample',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 100 },
	displayOptions: { show: { secondOutput: ['issues', 'issuesAndFailed'] } },
	default: 0,
	description:
		'Percentage of the runs without issues to send to Review too. There, the field "sample" marks them. The same run is always or never selected.',
};

/** The percentage of runs in the sample. @throws InputError */
export function readReviewSample(options: Input<'reviewSample'>): number {
	const sample = options.count('reviewSample', { min: 0 });
	if (sample <= 100) return sample;
	const advice = 'Enter a whole number from 0 to 100';
	throw new InputError(options.label('reviewSample'), sample, 'is more than 100', advice);
}

/**
 * Whether the run is in a sample of so many percent. Only the ID decides, and a larger sample
 * includes a smaller one.
 */
export function isInSample(runId: string, ofHundred: number): boolean {
	const hash = createHash('sha256').update(runId.toLowerCase()).digest();
	return hash.readUInt32BE() % 100 < ofHundred;
}

/** @throws InputError */
export function readSecondOutput(options: Input<'secondOutput'>): SecondOutput {
	if (!options.has('secondOutput')) return 'nothing';
	return options.choice('secondOutput', ['issues', 'issuesAndFailed']);
}

/**
 * Checks that there are rules or checks: without them no run has issues, and runs would bypass
 * Review.
 * @throws InputError
 */
export function checkRules(
	options: Input<'secondOutput'>,
	hasRules: boolean,
	sample: number,
): void {
	const second = readSecondOutput(options);
	if (second !== 'issues' || hasRules || sample > 0) return;
	const advice = 'Add one in Field Rules or Checks, or select Runs With Issues and Failed Runs';
	const label = options.label('secondOutput');
	throw new InputError(label, '', 'needs at least one rule or check', advice);
}

const IS_ON = '$parameter.options?.secondOutput';

const ONE = [NodeConnectionTypes.Main];

const TWO = ['Done', 'Review'].map((displayName) => ({
	displayName,
	type: NodeConnectionTypes.Main,
}));

/** The node's outputs, as an expression that n8n evaluates whenever a parameter changes. */
const outputsWhere = (isSplit: string): INodeTypeDescription['outputs'] =>
	`={{ ${isSplit} ? ${JSON.stringify(TWO)} : ${JSON.stringify(ONE)} }}`;

export const outputsOfTrigger = outputsWhere(IS_ON);

/**
 * The outputs of the chosen operation. The option exists only in some operations, and may remain
 * from another one.
 */
export function outputsOfAction(resources: Resources): INodeTypeDescription['outputs'] {
	const splitting = resources.flatMap(({ value: resource, operations }) =>
		operations
			.filter(({ options }) => options.some(({ name }) => name === secondOutputOption.name))
			.map(({ value: operation }) => `${resource}/${operation}`),
	);
	const chosen = '$parameter.resource + "/" + $parameter.operation';
	return outputsWhere(`${IS_ON} && ${JSON.stringify(splitting)}.includes(${chosen})`);
}
