// Sources: resources/builderHint.ts, trigger/builderHint.ts
import { DocScoreApi } from '../../credentials/DocScoreApi.credentials';
import { existsSync, join, readFile } from '../node';
import { declared, descriptions, labels, operations, properties, texts } from './formTexts';
import { MarkdownDocument } from './markdown';

/** n8n's rules for visible texts, as listed in docs/verification.md. */

const PAGE = join('docs', 'verification.md');

const SMALL = /^(a|an|and|as|at|by|for|from|in|of|on|or|per|the|to|with)$/;

const isTitle = (label: string): boolean =>
	label.split(/[ (]+/).every((word, at) => !/^[a-z]/.test(word) || (at > 0 && SMALL.test(word)));

/**
 * Whether the text has several sentences, such as "Sent. Then …". Ignores the dots of "e.g." and of
 * numbers.
 */
const hasSeveral = (text: string): boolean => /[^.]{3}\. [A-Z]/.test(text);

describe('docs/verification.md', () => {
	it('names existing files', async () => {
		const page = await MarkdownDocument.read(PAGE);
		const named = page.all('inlineCode').map(({ text }) => text);
		const files = named.filter((text) => /^[\w.-]+(\/[\w.-]+)*\.(json|md|mjs|ts|yml)$/.test(text));
		expect(files.length).toBeGreaterThan(30);
		const known = files.map((file) =>
			file === 'release.yml' ? `.github/workflows/${file}` : file,
		);
		expect(known.filter((file) => !existsSync(file))).toEqual([]);
	});

	it('shows for every rule where it is met', async () => {
		const page = await MarkdownDocument.read(PAGE);
		const rows = page.all('table').flatMap(({ parts: [, ...own] }) => own);
		const cells = rows.map(({ parts }) => parts.map(({ text }) => text));
		expect(cells.length).toBeGreaterThan(30);
		expect(cells.filter(([rule, where]) => !rule || !where)).toEqual([]);
	});
});

describe('labels', () => {
	it('are in Title Case', () => {
		expect(labels.length).toBeGreaterThan(100);
		expect(labels.filter((label) => !isTitle(label))).toEqual([]);
	});

	it('never use the word binary', () => {
		expect(labels.filter((label) => /binary/i.test(label))).toEqual([]);
	});

	it('of operations do not repeat the resource', () => {
		expect(operations.filter(({ name, resource }) => name.includes(resource))).toEqual([]);
	});

	it('of triggers end in Trigger', () => {
		const triggers = declared.filter(({ group }) => group.includes('trigger'));
		expect(triggers.map(({ displayName }) => displayName)).toEqual(['DocScore Trigger']);
	});
});

describe('texts', () => {
	it('are in English letters', () => {
		expect(texts.filter((text) => /[^\p{ASCII}…’“”–→]/u.test(text))).toEqual([]);
	});

	it('begin with a capital letter, and end with a period only after several sentences', () => {
		expect(descriptions.filter((text) => /^[a-z]/.test(text))).toEqual([]);
		const wrong = descriptions.filter((text) => text.endsWith('.') !== hasSeveral(text));
		expect(wrong).toEqual([]);
	});

	it('of booleans begin with "Whether"', () => {
		const booleans = properties.filter(({ type }) => type === 'boolean');
		expect(booleans).not.toEqual([]);
		expect(booleans.filter(({ description }) => !description?.startsWith('Whether '))).toEqual([]);
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

	it('hide secrets', () => {
		const secret = new DocScoreApi().properties.filter(({ name }) =>
			/key|token|secret/i.test(name),
		);
		expect(secret.map(({ typeOptions }) => typeOptions?.password)).toEqual([true]);
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

	it('with options have one of them as the default', () => {
		for (const { displayName, options = [], default: initial } of properties.filter(
			({ type }) => type === 'options',
		)) {
			const values = options.map((option) => ('value' in option ? option.value : undefined));
			expect([displayName, values]).toEqual([displayName, expect.arrayContaining([initial])]);
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
