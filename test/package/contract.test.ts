// Sources: resources/index.ts, resources/recording/index.ts, resources/run/index.ts,
// resources/template/index.ts
import { nodeProperties } from '../../nodes/DocScore/engine/operation';
import { resources } from '../../nodes/DocScore/resources';
import { loadPackage } from '../harness/package/builtPackage';
import { process } from '../node';
import { properties } from './formTexts';

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

describe.each(pairs)('%s', (_, resource, { properties: own, value }) => {
	it('shows its own fields', () => {
		const shown = nodeProperties(resources).filter(
			({ displayOptions }) =>
				displayOptions?.show?.resource?.includes(resource) &&
				displayOptions.show.operation?.includes(value),
		);
		const names = own.map(({ name }) => name);
		expect(shown.map(({ name }) => name)).toEqual([...names, 'options']);
	});
});

it('describes every field, except a choice, a list of options, and a name and its value', () => {
	const clear = ['notice', 'hidden', 'options', 'multiOptions', 'collection'];
	const silent = properties
		.filter(({ type, description = '' }) => !clear.includes(type) && !/\w+ \w+/.test(description))
		.map(({ displayName }) => displayName);
	expect([...new Set(silent)]).toEqual(['Name', 'Value']);
});

it('shows an example in every empty text field, except for a secret', () => {
	const empty = properties.filter(
		({ type, default: initial, typeOptions }) =>
			type === 'string' && initial === '' && !typeOptions?.password,
	);
	const bare = empty.filter(({ placeholder = '' }) => !placeholder.startsWith('e.g. '));
	expect(bare.map(({ name }) => name)).toEqual([]);
});
