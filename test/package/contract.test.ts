import type { INodeProperties } from 'n8n-workflow';
import { nodeProperties } from '../../nodes/DocScore/engine/operation';
import { resources } from '../../nodes/DocScore/resources';
import { loadPackage } from '../harness/package/builtPackage';
import { process } from '../node';

const pairs = resources.flatMap(({ value, operations }) =>
	operations.map((operation) => [`${value}: ${operation.value}`, value, operation] as const),
);

describe('the package as n8n loads it', () => {
	it('has the nodes, described as in the snapshot', async () => {
		const nodes = await loadPackage(process.cwd());
		const descriptions = Object.entries(nodes).map(([name, { description }]) => [
			name,
			description,
		]);
		expect(Object.fromEntries(descriptions)).toMatchSnapshot();
	});
});

describe('each operation', () => {
	it.each(pairs)(
		'%s has an action, a description and fields of its own',
		(_, resource, operation) => {
			expect(operation.action).toMatch(/^[A-Z][a-z]/);
			expect(operation.description).toMatch(/\w+ \w+/);
			const shown = nodeProperties(resources).filter(
				({ displayOptions }) =>
					displayOptions?.show?.resource?.includes(resource) &&
					displayOptions.show.operation?.includes(operation.value),
			);
			expect(shown.map((property) => property.name)).toEqual([
				...operation.properties.map((property) => property.name),
				'options',
			]);
		},
	);

	it.each(pairs)('%s describes every field', (_, __, { properties, options }) => {
		for (const property of [...properties, ...options]) {
			expect([property.name, property.description ?? '']).toEqual([
				property.name,
				expect.stringMatching(/\w+ \w+/),
			]);
		}
	});

	it.each(pairs)(
		'%s gives an example in every empty text field',
		(_, __, { properties, options }) => {
			for (const property of [...properties, ...options].filter(isEmptyText)) {
				expect([property.name, property.placeholder]).toEqual([
					property.name,
					expect.stringMatching(/^e\.g\. /),
				]);
			}
		},
	);
});

const isEmptyText = ({ type, default: value }: INodeProperties): boolean =>
	type === 'string' && value === '';
