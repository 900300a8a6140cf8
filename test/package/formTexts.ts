import type { INodeProperties } from 'n8n-workflow';
import { DocScoreApi } from '../../credentials/DocScoreApi.credentials';
import { DocScore } from '../../nodes/DocScore/DocScore.node';
import { DocScoreTrigger } from '../../nodes/DocScore/DocScoreTrigger.node';
import { resources } from '../../nodes/DocScore/resources';

/** The texts that users see in the nodes and the credential. */

export const declared = [new DocScore().description, new DocScoreTrigger().description];
export const properties = [...declared, new DocScoreApi()].flatMap(({ properties: own }) =>
	below(own),
);

type Part = NonNullable<INodeProperties['options']>[number] | INodeProperties;

/** Parameters, including those in collections. */
function below(parts: Part[]): INodeProperties[] {
	return parts.flatMap((part) => {
		if ('values' in part) return below(part.values);
		if (!('type' in part)) return [];
		return [part, ...below(part.options ?? [])];
	});
}

/** The choices of these parameters. */
const choices = properties.flatMap(({ options = [] }) =>
	options.flatMap((option) => ('value' in option ? [option] : [])),
);

export const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({ ...operation, resource: resource.name })),
);

export const labels = [
	...declared.map(({ displayName }) => displayName),
	...properties.filter(({ type }) => type !== 'notice').map(({ displayName }) => displayName),
	...properties.flatMap(({ modes = [] }) => modes.map(({ displayName }) => displayName)),
	...choices.map(({ name }) => name),
	...operations.map(({ name }) => name),
];

const descriptions = [
	...declared.map(({ description }) => description),
	...[...properties, ...choices, ...operations].map(({ description }) => description),
	...properties.map(({ hint }) => hint),
].filter((text) => text !== undefined);

export const texts = [
	...labels,
	...descriptions,
	...properties.filter(({ type }) => type === 'notice').map(({ displayName }) => displayName),
	...properties.flatMap(({ modes = [] }) => modes.flatMap(({ hint }) => hint ?? [])),
	...declared.flatMap(({ hints = [] }) => hints.map(({ message }) => message)),
];
