import { parse } from 'yaml';
import type { INodeProperties } from 'n8n-workflow';
import { DocScoreApi } from '../../credentials/DocScoreApi.credentials';
import { DocScore } from '../../nodes/DocScore/DocScore.node';
import { DocScoreTrigger } from '../../nodes/DocScore/DocScoreTrigger.node';
import { resources } from '../../nodes/DocScore/resources';
import { parseJson } from '../../nodes/DocScore/service/json';
import { homepage, scripts, version } from '../../package.json';
import { basename, dirname, existsSync, join, readdir, readFile } from '../node';
import { loadExamples } from '../e2e/harness/examples';
import { probes } from '../conformance/probes';
import { MarkdownDocument } from './markdown';

const README = 'README.md';
const GUIDE = 'docs/guide.md';
const DOCS = 'docs';
const ADD_AN_OPERATION = join(DOCS, 'add-an-operation.md');
const SERVICE = join(DOCS, 'service.md');
const TESTS = join('test', 'README.md');
const GUIDES = [README, 'CONTRIBUTING.md', TESTS, SERVICE, ADD_AN_OPERATION];
const VIDEO = join(DOCS, 'video.md');
const PAGES = [
	'add-an-operation.md',
	'compatibility.md',
	'figures.md',
	'glossary.md',
	'guide.md',
	'messages.md',
	'operations.md',
	'privacy.md',
	'releases.md',
	'service.md',
	'tables.md',
	'trigger.md',
	'verification.md',
	'video.md',
	'while-you-build.md',
].map((page) => join(DOCS, page));
const PROMISES = join('test', 'promises.md');
const QUEUE_MODE = join('examples', 'queue-mode', 'README.md');
const ON_GITHUB = ['CODE_OF_CONDUCT.md', 'SUPPORT.md', 'pull_request_template.md'].map((page) =>
	join('.github', page),
);
const DOCUMENTS = [
	...[README, 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', TESTS, PROMISES, QUEUE_MODE],
	...ON_GITHUB,
	...PAGES,
];
const BUG_FORM = join('.github', 'ISSUE_TEMPLATE', 'bug.yml');
const WORKFLOWS = join('.github', 'workflows');

/** The start of commands that use no script or file of the project. */
const OTHER_COMMANDS =
	/^(npm (ci|install|version) |git (clone|apply)\b|npx (prettier|stryker) |cd )/;

/** The commands in a document, in code blocks and in its text. */
function commandsOf(document: MarkdownDocument): string[] {
	const inText = document.all('inlineCode').filter(({ text }) => /^(npm|npx) /.test(text));
	return [...document.code('sh'), ...inText.map(({ text }) => text)]
		.flatMap((text) => text.split(/\n|&&/))
		.map((command) => command.trim())
		.filter((command) => command !== '');
}

/** Whether a file with this path exists. Its extension may be missing in the path. */
async function leadsToFile(path: string): Promise<boolean> {
	if (!existsSync(dirname(path))) return false;
	const names = await readdir(dirname(path));
	return names.some((name) => name === basename(path) || name.startsWith(`${basename(path)}.`));
}

describe.each([...GUIDES, join(DOCS, 'releases.md'), VIDEO])('%s', (name) => {
	it('shows commands that exist', async () => {
		const added = (await MarkdownDocument.read(ADD_AN_OPERATION)).code('diff').join('\n');
		const canRun = async (command: string): Promise<boolean> => {
			const [program, verb, what = ''] = command.split(' ');
			if (program === 'npx' && verb === 'jest')
				return (await leadsToFile(what)) || added.includes(`+++ b/${what}.test.ts`);
			if (program === 'npx' && verb === 'tsx') return existsSync(what);
			if (program === 'npm' && verb === 'run') return what in scripts;
			return command === 'npm test' || OTHER_COMMANDS.test(command);
		};
		const commands = commandsOf(await MarkdownDocument.read(name));
		const runnable = await Promise.all(commands.map(canRun));
		expect(commands).not.toEqual([]);
		expect(commands.filter((_, at) => !runnable[at])).toEqual([]);
	});
});

describe.each(DOCUMENTS)('%s', (name) => {
	it('contains only code in languages that tests check', async () => {
		const languages = (await MarkdownDocument.read(name)).all('code').map((code) => code.language);
		const checked = ['diff', 'json', 'sh', 'text'];
		expect(languages.filter((language) => !checked.includes(language))).toEqual([]);
	});

	it('contains valid JSON', async () => {
		const blocks = (await MarkdownDocument.read(name)).code('json');
		expect(blocks.filter((block) => parseJson(block) === undefined)).toEqual([]);
	});

	it('contains working links and images', async () => {
		const document = await MarkdownDocument.read(name);
		const leads = async (link: string): Promise<boolean> => {
			const [relative = '', anchor] = link.split('#');
			const path = relative === '' ? name : join(dirname(name), relative);
			if (!existsSync(path)) return false;
			if (anchor === undefined) return true;
			const target = path === name ? document : await MarkdownDocument.read(path);
			return target.anchors.includes(anchor);
		};
		const links = document.links.filter((link) => !/^(https?|mailto):/.test(link));
		const found = await Promise.all(links.map(leads));
		expect(links.filter((_, at) => !found[at])).toEqual([]);
	});
});

it('every document is tested here', async () => {
	const found = (
		await Promise.all(
			['.', '.github', DOCS, 'test'].map(async (folder) => await documentsIn(folder)),
		)
	).flat();
	expect(found.filter((name) => !DOCUMENTS.includes(name))).toEqual(['LICENSE.md']);
});

async function documentsIn(folder: string): Promise<string[]> {
	const names = await readdir(folder);
	// `npm run conformance` writes this file. It is not a document of the project.
	const documents = names.filter((name) => name.endsWith('.md') && name !== 'conformance.md');
	return documents.map((name) => join(folder, name));
}

describe('the README', () => {
	it('lists exactly the existing operations', async () => {
		const [, ...rows] = (await MarkdownDocument.read(README)).table('Resource', 'Operation');
		const listed = rows.map(([resource, operation]) => `${resource}: ${operation}`);
		const known = resources.flatMap(({ name, operations }) =>
			operations.map((operation) => `${name}: ${operation.name}`),
		);
		expect(listed.sort()).toEqual(known.sort());
		expect(await readFile(README, 'utf8')).toContain(`_Actions (${known.length})_`);
	});

	it.each([README, GUIDE])(
		'names nodes, parameters and options as the editor does: %s',
		async (name) => {
			const document = await MarkdownDocument.read(name);
			const named = document.all('strong').map(({ text }) => text.replaceAll('\n', ' '));
			const labels = named.filter((text) =>
				/^[A-Z]\w*( (a|an|and|as|for|in|of|on|to|[A-Z]\w*))+$/.test(text),
			);
			const declared = [
				new DocScore().description,
				new DocScoreTrigger().description,
				new DocScoreApi(),
			];
			const known = declared.flatMap(({ displayName, properties }) => [
				displayName,
				...labelsOf(properties),
			]);
			expect(labels).not.toEqual([]);
			expect(labels.filter((label) => !known.some((name) => name.startsWith(label)))).toEqual([]);
		},
	);

	it('quotes messages exactly', async () => {
		const [, troubles = ''] = (await readFile(README, 'utf8')).split('## Troubleshooting');
		const heads = [...troubles.matchAll(/^- (".*?):/gm)].map(([, head = '']) => head);
		const quotes = heads.flatMap((head) => head.match(/(?<=")[^",]+(?=")/g) ?? []);
		const messages = await readFile(join(DOCS, 'messages.md'), 'utf8');
		expect(quotes.length).toBeGreaterThan(3);
		expect(quotes.filter((quote) => !messages.includes(quote))).toEqual([]);
	});

	it('shows the figures of the last measurement', async () => {
		const page = join(DOCS, 'figures.md');
		const [, ...rows] = (await MarkdownDocument.read(page)).table('Work', 'This node');
		const results = await readFile(join('bench', 'results.md'), 'utf8');
		const cells = rows.flatMap(([, ours = '', theirs = '']) => (theirs ? [ours, theirs] : [ours]));
		const figures = cells.map((cell) => Number.parseFloat(cell.replace(',', '')));
		const measured = [...results.matchAll(/[\d,.]+/g)].map(([figure]) =>
			Number(figure.replaceAll(',', '')),
		);
		expect(figures).not.toEqual([]);
		expect(figures).not.toContain(Number.NaN);
		expect(figures.filter((figure) => !measured.includes(figure))).toEqual([]);
		const date = /on (\d{4}-\d\d-\d\d)/.exec(results)?.[1];
		expect(await readFile(page, 'utf8')).toContain(`Measured on ${date} by`);
	});

	it('links to figures that admit each missed goal', async () => {
		const results = await MarkdownDocument.read(join('bench', 'results.md'));
		const [, ...rows] = results.table('Figure', 'Work');
		const missed = rows.filter((cells) => cells.at(-1)?.startsWith('missed: '));
		const page = await MarkdownDocument.read(join(DOCS, 'figures.md'));
		const [, ...shown] = page.table('Work', 'This node');
		const admitted = shown.filter((cells) => cells.at(-1)?.includes('missed'));
		expect(rows.length).toBeGreaterThan(50);
		expect(admitted).toHaveLength(missed.length);
	});

	it('is the documentation link of the nodes and the credential', async () => {
		const folder = join('nodes', 'DocScore');
		const codex = ['DocScore.node.json', 'DocScoreTrigger.node.json'];
		const texts = await Promise.all(codex.map((file) => readFile(join(folder, file), 'utf8')));
		const links = [...texts, new DocScoreApi().documentationUrl].flatMap(
			(text) => text.match(/https:[^"]+/g) ?? [],
		);
		const { anchors } = await MarkdownDocument.read(README);
		const right = ['readme', ...anchors].map((anchor) => `${homepage}#${anchor}`);
		expect(links).toHaveLength(5);
		expect(
			links
				.map((link) => link.replace('?tab=readme-ov-file', ''))
				.filter((link) => !right.includes(link)),
		).toEqual([]);
	});
});

type Labelled = NonNullable<INodeProperties['options']>[number] | INodeProperties;

/** The labels of these parameters, of their options and of their choices. */
const labelsOf = (declared: Labelled[]): string[] =>
	declared.flatMap((part) => [
		'displayName' in part ? part.displayName : part.name,
		...('options' in part ? labelsOf(part.options ?? []) : []),
		...('values' in part ? labelsOf(part.values) : []),
	]);

describe('the check of a real account', () => {
	it.each([README, SERVICE])('%s has the number of its points', async (name) => {
		const text = (await readFile(name, 'utf8')).replaceAll('\n', ' ');
		const told = [...text.matchAll(/\b(\d+)(?: points open| \[open points\])/g)];
		expect(told.map(([, number]) => Number(number))).toEqual([probes.length]);
	});

	it('has a field for its report where bugs are told', async () => {
		const form: unknown = parse(await readFile(BUG_FORM, 'utf8'));
		expect(form).toHaveProperty(
			'body',
			expect.arrayContaining([
				expect.objectContaining({
					type: 'textarea',
					id: 'conformance',
					attributes: expect.objectContaining({
						description: expect.stringContaining('npm run conformance'),
					}),
				}),
			]),
		);
	});
});

it('the script of the video names all operations, and workflows and nodes of the playground', async () => {
	const script = await MarkdownDocument.read(VIDEO);
	const rows = script.table('Time', 'What you do').map((cells) => cells.join(' '));
	const operations = resources.flatMap(({ operations: all }) => all.map(({ name }) => name));
	expect(operations.filter((name) => !rows.join('\n').includes(name))).toEqual([]);
	const opened = script.all('emphasis').map(({ text }) => text.replaceAll('\n', ' '));
	const examples = await loadExamples();
	const workflows = examples.map(({ name }) => name);
	const nodes = examples.flatMap((example) => example.nodes.map(({ name }) => name));
	const actions = resources[0].operations.map(({ action }) => action);
	const known = [...workflows, ...nodes, ...actions, 'Create new credential', 'Execute step'];
	expect(opened.filter((text) => !known.includes(text))).toEqual([]);
	expect(workflows.filter((name) => opened.includes(name)).length).toBeGreaterThan(5);
});

it("the changelog has the package's version", async () => {
	const headings = (await MarkdownDocument.read('CHANGELOG.md')).all('heading');
	expect(headings.map(({ text }) => text.split(' ')[0])).toContain(version);
});

it('the workflows run existing scripts and pinned actions', async () => {
	const files = await readdir(WORKFLOWS);
	const texts = await Promise.all(files.map((file) => readFile(join(WORKFLOWS, file), 'utf8')));
	const all = texts.join('\n');
	const run = [...all.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script);
	expect(run.filter((script) => !(script in scripts))).toEqual([]);
	const used = [...all.matchAll(/uses: (.+)/g)].map(([, action = '']) => action);
	const pinned = /^(\.\/.+\.yml|[\w-]+(\/[\w-]+)+@[\da-f]{40} # v\d+\.\d+\.\d+)$/;
	expect(used.filter((action) => !pinned.test(action))).toEqual([]);
});
