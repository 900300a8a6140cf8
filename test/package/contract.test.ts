// Sources: resources/index.ts, resources/recording/index.ts, resources/run/index.ts,
// resources/template/index.ts
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

// n8n's search is fuzzy. Nodes with an alias equal to the search text come first.
it('a search in the nodes panel finds both nodes by what they are for', async () => {
	const words = (
		'audio, bill, call quality, contract, data entry, doc score, docscore, document finished, ' +
		'extract, extract data from pdf, invoice, mp3, ocr, pdf, phone, read document, read invoice, ' +
		'receipt, scan, transcript'
	).split(', ');
	for (const { description } of Object.values(await loaded)) {
		const { displayName, codex } = description;
		const names = [displayName.replace(' Trigger', ''), ...(codex?.alias ?? [])];
		const known = names.map((name) => name.toLowerCase());
		expect(words.filter((word) => !known.includes(word))).toEqual([]);
	}
});

describe.each(pairs)('%s', (_, resource, { properties, options, value }) => {
	it('shows its own fields', () => {
		const shown = nodeProperties(resources).filter(
			({ displayOptions }) =>
				displayOptions?.show?.resource?.includes(resource) &&
				displayOptions.show.operation?.includes(value),
		);
		const names = properties.map(({ name }) => name);
		expect(shown.map(({ name }) => name)).toEqual([...names, 'options']);
	});

	const fields = [...properties, ...options].filter(({ type }) => type !== 'notice');

	it('describes every field', () => {
		const silent = fields.filter(({ description = '' }) => !/\w+ \w+/.test(description));
		expect(silent.map(({ name }) => name)).toEqual([]);
	});

	it('shows an example in every empty text field', () => {
		const empty = fields.filter(
			({ type, default: initial }) => type === 'string' && initial === '',
		);
		const bare = empty.filter(({ placeholder = '' }) => !placeholder.startsWith('e.g. '));
		expect(bare.map(({ name }) => name)).toEqual([]);
	});
});
