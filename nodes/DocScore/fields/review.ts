import { createHash } from 'crypto';
import { type INodeProperties, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import type { Input } from '../engine/input/input';
import { InputError } from '../engine/input/inputError';

export const reviewField: INodeProperties & { name: 'review' } = {
	displayName: 'Review',
	name: 'review',
	type: 'boolean',
	noDataExpression: true,
	// A tool has no outputs to choose from.
	displayOptions: { hide: { '@tool': [true] } },
	default: false,
	description:
		'Whether to send what needs a person to a second output, Review, with all its data: runs with issues and failed, unfinished and timed-out runs. If On Error is Continue, failed items also go to Review. Done contains only completed runs without issues.',
};

export const reviewSampleOption: INodeProperties & { name: 'reviewSample' } = {
	displayName: 'Also Review a Sample',
	name: 'reviewSample',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 100 },
	displayOptions: { show: { '/review': [true] } },
	default: 0,
	description:
		'Percentage of the runs without issues that leave by Review instead of Done. There, the field "sample" marks them. The same run is always or never selected.',
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

const ONE = [NodeConnectionTypes.Main];

const TWO = ['Done', 'Review'].map((displayName) => ({
	displayName,
	type: NodeConnectionTypes.Main,
}));

/**
 * The node's outputs, as an expression that n8n evaluates whenever a parameter changes. An operation
 * without Review has one: n8n hides parameters of other operations from expressions.
 */
export const OUTPUTS: INodeTypeDescription['outputs'] = `={{ $parameter.review ? ${JSON.stringify(TWO)} : ${JSON.stringify(ONE)} }}`;
