import { DocScoreApi } from '../../credentials/DocScoreApi.credentials';
import { resources } from '../../nodes/DocScore/resources';
import { parseJson } from '../../nodes/DocScore/service/json';
import { homepage, scripts, version } from '../../package.json';
import { probes } from '../conformance/probes';
import { dirname, existsSync, join, readdir, readFile } from '../node';
import { labels } from './formTexts';
import { MarkdownDocument, readDocuments } from './markdown';

const README = 'README.md';
const WORKFLOWS = join('.github', 'workflows');

let documents: MarkdownDocument[];

beforeAll(async () => {
	documents = await readDocuments();
});

/** What is wrong in any document, each with the name of the document. */
async function wrongIn(
	find: (document: MarkdownDocument) => string[] | Promise<string[]>,
): Promise<string[]> {
	const wrong = documents.map(async (each) =>
		(await find(each)).map((found) => `${each.name}: ${found}`),
	);
	return (await Promise.all(wrong)).flat();
}

describe('the documents', () => {
	/** The start of commands that use no script or file of the project. */
	const OTHERS =
		/^(npm (audit|ci|install|version|test)\b|git |npx (prettier|stryker) |docker |cd )/;

	const commandsOf = (document: MarkdownDocument): string[] => {
		const inText = document.all('inlineCode').filter(({ text }) => /^(npm|npx) /.test(text));
		return [...document.code('sh'), ...inText.map(({ text }) => text)]
			.flatMap((text) => text.split(/\n|&&/))
			.map((command) => command.trim())
			.filter((command) => command !== '');
	};

	it('show commands that exist', async () => {
		const added = (await MarkdownDocument.read(join('docs', 'add-an-operation.md'))).code('diff');
		const isFile = (path: string) =>
			['', '.test.ts', '.ts'].some(
				(end) => existsSync(path + end) || added.join('\n').includes(`+++ b/${path}${end}`),
			);
		const canRun = (command: string): boolean => {
			const [program, verb = '', what = ''] = command.split(' ');
			if (program === 'npx' && ['jest', 'tsx'].includes(verb)) return isFile(what);
			if (program === 'npm' && verb === 'run') return what in scripts;
			return OTHERS.test(command);
		};
		expect(documents.flatMap(commandsOf).length).toBeGreaterThan(50);
		const wrong = (each: MarkdownDocument) => commandsOf(each).filter((line) => !canRun(line));
		expect(await wrongIn(wrong)).toEqual([]);
	});

	it('contain valid JSON', async () => {
		const wrong = (each: MarkdownDocument) =>
			each.code('json').filter((block) => parseJson(block) === undefined);
		expect(await wrongIn(wrong)).toEqual([]);
	});

	it('contain working links and images', async () => {
		const leads = async (document: MarkdownDocument, link: string): Promise<boolean> => {
			const [relative = '', anchor] = link.split('#');
			const path = relative === '' ? document.name : join(dirname(document.name), relative);
			if (!existsSync(path)) return false;
			return anchor === undefined || (await MarkdownDocument.read(path)).anchors.includes(anchor);
		};
		const wrong = async (document: MarkdownDocument) => {
			const links = document.links.filter((link) => !/^(https?|mailto):/.test(link));
			const found = await Promise.all(links.map(async (link) => await leads(document, link)));
			return links.filter((_, at) => !found[at]);
		};
		expect(await wrongIn(wrong)).toEqual([]);
	});
});

it('CONTRIBUTING.md lists each script once', async () => {
	const page = await MarkdownDocument.read('CONTRIBUTING.md');
	const [, ...rows] = page.table('Command');
	const listed = rows.map(([command = '']) => command.replace(/^npm (run )?/, ''));
	// npm runs the other one by itself.
	const known = Object.keys(scripts).filter((script) => script !== 'prepublishOnly');
	expect(listed.sort()).toEqual(known.sort());
});

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

	it.each([README, join('docs', 'guide.md')])(
		'names nodes, parameters and options as the editor does: %s',
		async (name) => {
			const named = (await MarkdownDocument.read(name)).all('strong');
			const titles = named
				.map(({ text }) => text.replaceAll('\n', ' '))
				.filter((text) => /^[A-Z]\w*( (a|an|and|as|for|in|of|on|to|[A-Z]\w*))+$/.test(text));
			const known = [...labels, new DocScoreApi().displayName];
			expect(titles).not.toEqual([]);
			expect(titles.filter((title) => !known.some((label) => label.startsWith(title)))).toEqual([]);
		},
	);

	it('quotes messages exactly', async () => {
		const [, troubles = ''] = (await readFile(README, 'utf8')).split('## Troubleshooting');
		const heads = [...troubles.matchAll(/^- (".*?):/gm)].map(([, head = '']) => head);
		const quotes = heads.flatMap((head) => head.match(/(?<=")[^",]+(?=")/g) ?? []);
		const messages = await readFile(join('docs', 'messages.md'), 'utf8');
		expect(quotes.length).toBeGreaterThan(3);
		expect(quotes.filter((quote) => !messages.includes(quote))).toEqual([]);
	});

	it('is the documentation link of the nodes and the credential', async () => {
		const codex = ['DocScore.node.json', 'DocScoreTrigger.node.json'];
		const texts = await Promise.all(
			codex.map(async (file) => await readFile(join('nodes', 'DocScore', file), 'utf8')),
		);
		const links = [...texts, new DocScoreApi().documentationUrl].flatMap(
			(text) => text.match(/https:[^"]+/g) ?? [],
		);
		const { anchors } = await MarkdownDocument.read(README);
		const right = ['readme', ...anchors].map((anchor) => `${homepage}#${anchor}`);
		const shown = links.map((link) => link.replace('?tab=readme-ov-file', ''));
		expect(links).toHaveLength(5);
		expect(shown.filter((link) => !right.includes(link))).toEqual([]);
	});

	it.each([README, join('docs', 'service.md')])(
		'tells how many points are open: %s',
		async (name) => {
			const text = (await readFile(name, 'utf8')).replaceAll('\n', ' ');
			const told = [...text.matchAll(/\b(\d+)(?: points open| \[open points\])/g)];
			expect(told.map(([, number]) => Number(number))).toEqual([probes.length]);
		},
	);
});

describe('docs/tables.md', () => {
	/** How each problem in a source begins. */
	const problemsIn = async (name: string): Promise<string[]> => {
		const source = await readFile(join('nodes', 'DocScore', 'rules', `${name}.ts`), 'utf8');
		return [...source.matchAll(/new Problem\(['`](.+?)(?:['`]\)|\$\{)/g)].map(
			([, text = '']) => text,
		);
	};

	it.each(['boolean', 'dates', 'dateTime', 'number'])(
		'has an example of each problem of rules/%s.ts',
		async (name) => {
			const problems = await problemsIn(name);
			const page = (await MarkdownDocument.read(join('docs', 'tables.md'))).table(
				'Convert To',
				'Written',
				'Issue',
			);
			const shown = page.map(([, , problem = '']) => problem);
			expect(problems).not.toEqual([]);
			expect(problems.filter((text) => !shown.some((each) => each.startsWith(text)))).toEqual([]);
		},
	);
});

/** The number that a cell begins with. */
const figureOf = (cell = ''): number => Number.parseFloat(cell.replaceAll(',', ''));

const isMeasured = (figure: number): boolean => !Number.isNaN(figure);

describe('docs/figures.md', () => {
	const page = join('docs', 'figures.md');
	const rowsOf = async () =>
		(await MarkdownDocument.read(page)).table('Work', 'This node').slice(1);
	const results = join('bench', 'results.md');

	it('shows the figures of the last measurement', async () => {
		const text = await readFile(results, 'utf8');
		const measured = (await MarkdownDocument.read(results)).table('Figure', 'Work');
		const [head = []] = measured;
		const unknown = async (column: string, cell: number) => {
			const known = measured.map((cells) => figureOf(cells[head.indexOf(column)]));
			const shown = (await rowsOf()).map((cells) => figureOf(cells[cell])).filter(isMeasured);
			expect(shown.length).toBeGreaterThan(9);
			return shown.filter((figure) => !known.includes(figure));
		};
		expect(await unknown('Ours', 1)).toEqual([]);
		expect(await unknown('Takes', 2)).toEqual([]);
		const date = /on (\d{4}-\d\d-\d\d)/.exec(text)?.[1];
		expect(await readFile(page, 'utf8')).toContain(`Measured on ${date} by`);
	});

	it('admits each missed goal', async () => {
		const [, ...rows] = (await MarkdownDocument.read(results)).table('Figure', 'Work');
		const missed = rows.filter((cells) => cells.at(-1)?.startsWith('missed: '));
		const admitted = (await rowsOf()).filter((cells) => cells.at(-1)?.includes('missed'));
		expect(rows.length).toBeGreaterThan(50);
		expect(admitted).toHaveLength(missed.length);
	});
});

it("the changelog has the package's version", async () => {
	const headings = (await MarkdownDocument.read('CHANGELOG.md')).all('heading');
	expect(headings.map(({ text }) => text.split(' ')[0])).toContain(version);
});

it('the workflows run existing scripts and pinned actions, and install what the lock files name', async () => {
	const files = await readdir(WORKFLOWS);
	const texts = await Promise.all(
		files.map(async (file) => await readFile(join(WORKFLOWS, file), 'utf8')),
	);
	const all = texts.join('\n');
	const run = [...all.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script);
	expect(run.filter((script) => !(script in scripts))).toEqual([]);
	const used = [...all.matchAll(/uses: (.+)/g)].map(([, action = '']) => action);
	const pinned = /^(\.\/.+\.yml|[\w-]+(\/[\w-]+)+@[\da-f]{40} # v\d+\.\d+\.\d+)$/;
	expect(used.filter((action) => !pinned.test(action))).toEqual([]);
	const installs = all.match(/\bnpm (ci|i|install)\b.*/g) ?? [];
	expect(installs.length).toBeGreaterThan(3);
	expect(installs.filter((install) => !install.startsWith('npm ci --ignore-scripts'))).toEqual([]);
});
