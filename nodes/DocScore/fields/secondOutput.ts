import { type INodeProperties, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import type { Input } from '../engine/input';
import { InputError } from '../engine/inputError';
import type { Resources } from '../engine/operation';
import type { FieldRule } from '../rules/rule';

/** Which runs leave by the second output. */
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
			description: 'Runs whose fields break a rule, and runs that are not completed',
		},
		{
			name: 'Runs With Issues and Failed Runs',
			value: 'issuesAndFailed',
			description:
				'Also runs that the service could not process where they would fail the item or be left out',
		},
	],
	default: 'issues',
	description:
		'Which runs leave by an output of their own, Review, with all their data, for a person to look at. Only completed runs without issues leave by Done; items that fail leave by Review where On Error is Continue.',
};

/** @throws InputError */
export function readSecondOutput(options: Input<'secondOutput'>): SecondOutput {
	if (!options.has('secondOutput')) return 'nothing';
	return options.choice('secondOutput', ['issues', 'issuesAndFailed']);
}

/** Without rules no run has issues, and what is meant for a person would go by. @throws InputError */
export function checkRules(options: Input<'secondOutput'>, rules: FieldRule[]): void {
	const second = readSecondOutput(options);
	if (second !== 'issues' || rules.length > 0) return;
	const advice = 'Add one under Field Rules, or choose Runs With Issues and Failed Runs';
	const label = options.label('secondOutput');
	throw new InputError(label, '', 'is set, but there is no rule that a run could break', advice);
}

const IS_ON = '$parameter.options?.secondOutput';

const ONE = [NodeConnectionTypes.Main];

const TWO = ['Done', 'Review'].map((displayName) => ({
	displayName,
	type: NodeConnectionTypes.Main,
}));

/** What n8n works out whenever a parameter changes. */
const outputsWhere = (isSplit: string): INodeTypeDescription['outputs'] =>
	`={{ ${isSplit} ? ${JSON.stringify(TWO)} : ${JSON.stringify(ONE)} }}`;

export const outputsOfTrigger = outputsWhere(IS_ON);

/** The option belongs to some operations only, and may be left from another one. */
export function outputsOfAction(resources: Resources): INodeTypeDescription['outputs'] {
	const splitting = resources.flatMap(({ value: resource, operations }) =>
		operations
			.filter(({ options }) => options.some(({ name }) => name === secondOutputOption.name))
			.map(({ value: operation }) => `${resource}/${operation}`),
	);
	const chosen = '$parameter.resource + "/" + $parameter.operation';
	return outputsWhere(`${IS_ON} && ${JSON.stringify(splitting)}.includes(${chosen})`);
}
