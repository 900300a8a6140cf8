// Sources: resources/builderHint.ts, trigger/builderHint.ts
import { join, readFile } from '../node';
import { declared, labels, operations, properties, texts } from './formTexts';

/** n8n's rules for visible texts, as listed in docs/verification.md, that n8n's lint does not check. */

describe('labels', () => {
	it('never use the word binary', () => {
		expect(labels.filter((label) => /binary/i.test(label))).toEqual([]);
	});

	it('of operations do not repeat the resource', () => {
		expect(operations.filter(({ name, resource }) => name.includes(resource))).toEqual([]);
	});
});

describe('texts', () => {
	it('are in English letters', () => {
		expect(texts.filter((text) => /[^\p{ASCII}…’“”–→]/u.test(text))).toEqual([]);
	});

	it('of actions are sentences without articles that name their resource', () => {
		// A run is the extraction of a document, and users search for these words.
		const words: Record<string, string> = { Run: 'run|document|extraction' };

		for (const { action, resource } of operations) {
			expect(action).toMatch(/^[A-Z][a-z ]+$/);
			expect(action).not.toMatch(/\b(a|an|the)\b/);
			expect(action).toMatch(new RegExp(`\\b(${words[resource] ?? resource})s?\\b`, 'i'));
		}
	});

	it('in empty fields begin with "e.g."', () => {
		const inFields = properties.filter(({ type }) => ['string', 'number', 'json'].includes(type));
		const given = [...inFields, ...properties.flatMap(({ modes = [] }) => modes)].filter(
			({ type }) => type !== 'list',
		);
		const placeholders = given.flatMap(({ placeholder }) => placeholder ?? []);
		expect(placeholders.length).toBeGreaterThan(10);
		expect(placeholders.filter((text) => !text.startsWith('e.g. '))).toEqual([]);
	});

	it('do not explain the options of Trigger On', () => {
		const on = properties.filter(({ displayName }) => displayName === 'Trigger On');
		expect(on.map(({ description }) => description)).toEqual([undefined]);
	});
});

describe('parameters', () => {
	it('with the same name have the same type in all operations', () => {
		const types = new Map<string, Set<string>>();
		for (const { name, type } of declared.flatMap(({ properties: own }) => own)) {
			types.set(name, (types.get(name) ?? new Set()).add(type));
		}
		expect([...types].filter(([, found]) => found.size > 1)).toEqual([]);
	});

	it('for the ID of the same thing have the same name', () => {
		const ofIds = properties.filter(({ modes = [] }) => modes.some(({ name }) => name === 'id'));
		const names = ofIds.map(({ displayName, name }) => `${displayName}: ${name}`);
		expect([...new Set(names)]).toEqual(['Run: runId', 'Template: extraction_template_id']);
	});

	const sorted = (names: string[]): string[] =>
		[...names].sort((one, other) => one.localeCompare(other, 'en'));

	it('list options and optional fields in alphabetical order', () => {
		const lists = properties.filter(({ type }) =>
			['options', 'multiOptions', 'collection'].includes(type),
		);
		for (const { displayName, options = [] } of lists) {
			const names = options.map((option) =>
				'displayName' in option ? option.displayName : option.name,
			);
			// Number formats and time spans are not words.
			const words = names.filter((name) => !/^\d/.test(name));
			expect([displayName, words]).toEqual([displayName, sorted(words)]);
		}
	});
});

// n8n's lint checks only properties with this name. Here, the hints are constants.
it.each(declared.map(({ name, builderHint }) => [name, builderHint] as const))(
	'the hints of %s for the AI builder hold no expression and no name of a connection',
	(_, hint) => {
		const text = JSON.stringify(hint);
		expect(text).toContain('searchHint');
		expect(text).not.toMatch(/=\{\{|\bai_\w+/);
	},
);

test('the codex of both nodes has categories that n8n knows', async () => {
	const known = ['Data & Storage', 'Productivity'];
	for (const file of ['DocScore.node.json', 'DocScoreTrigger.node.json']) {
		const codex: { categories: string[] } = JSON.parse(
			await readFile(join('nodes', 'DocScore', file), 'utf8'),
		);
		expect(codex.categories).toEqual(known);
	}
});
