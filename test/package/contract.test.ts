// Sources: resources/index.ts, resources/recording/index.ts, resources/run/index.ts,
// resources/template/index.ts
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { nodeProperties } from '../../nodes/DocScore/engine/operation';
import { resources } from '../../nodes/DocScore/resources';
import { loadPackage } from '../harness/package/builtPackage';
import { process } from '../node';

const pairs = resources.flatMap(({ value, operations }) =>
	operations.map((operation) => [`${value}: ${operation.value}`, value, operation] as const),
);

const loaded = loadPackage(process.cwd());

it('no display condition is a pattern, because n8n stops patterns after 250 ms', async () => {
	for (const description of Object.values(await loaded)) {
		const conditions: unknown[] = [];
		JSON.stringify(description, (key, value: unknown) => {
			if (key === '_cnd') conditions.push(value);
			return value;
		});
		expect(conditions).not.toContainEqual({ regex: expect.anything() });
	}
});

describe('a search in the nodes panel', () => {
	const words = [
		...[
			'audio',
			'bill',
			'call quality',
			'contract',
			'data entry',
			'doc score',
			'docscore',
			'extract',
		],
		...[
			'extract data from pdf',
			'invoice',
			'mp3',
			'ocr',
			'pdf',
			'phone',
			'read invoice',
			'receipt',
		],
		...['document finished', 'read document', 'scan', 'transcript'],
	];

	// n8n's search is fuzzy. Nodes with an alias equal to the search text come first.
	it.each(words)('finds both nodes by "%s"', async (word) => {
		for (const { description } of Object.values(await loaded)) {
			const names = [description.displayName.replace(' Trigger', ''), ...aliasesOf(description)];
			expect(names.map((name) => name.toLowerCase())).toContain(word);
		}
	});
});

describe('each operation', () => {
	it.each(pairs)(
		'%s has an action, a description and fields of its own',
		(_, resource, operation) => {
			expect(operation.action).toMatch(/^[A-Z][a-z]/);
			// n8n's guidelines forbid these words.
			expect(operation.action).not.toMatch(/\b(a|an|its|the)\b/i);
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
		const fields = [...properties, ...options].filter(({ type }) => type !== 'notice');
		for (const property of fields) {
			expect([property.name, property.description ?? '']).toEqual([
				property.name,
				expect.stringMatching(/\w+ \w+/),
			]);
		}
	});

	it.each(pairs)(
		'%s shows an example in every empty text field',
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

const aliasesOf = ({ codex }: INodeTypeDescription): string[] => codex?.alias ?? [];
