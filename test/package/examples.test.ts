import type { INodeTypeDescription } from 'n8n-workflow';
import { type Example, loadExamples } from '../e2e/harness/examples';
import { loadPackage } from '../harness/package/builtPackage';
import type { WorkflowFile } from '../harness/n8n/workflow';
import { process, readFile } from '../node';
import { PACKAGE, problemsOfNode } from './savedNode';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** The parts of an exported file besides its settings. */
const PARTS = ['connections', 'name', 'nodes', 'pinData'];

/** Uses only a table that another example fills, and no node of this package. */
const WITHOUT_OUR_NODES = ['what-people-corrected'];

let examples: Example[] = [];
let descriptions: Record<string, INodeTypeDescription> = {};

beforeAll(async () => {
	examples = await loadExamples();
	const nodes = Object.entries(await loadPackage(process.cwd()));
	descriptions = Object.fromEntries(nodes.map(([name, { description }]) => [name, description]));
});

/** The problems in the examples, each with the name of the file. */
const problemsOf = (find: (workflow: Example) => string[]): string[] =>
	examples.flatMap((example) => find(example).map((problem) => `${example.file}: ${problem}`));

const namesOf = ({ nodes }: WorkflowFile): string[] => nodes.map(({ name }) => name);

/** The texts of the notes. */
const notesOf = ({ nodes }: WorkflowFile): string[] =>
	nodes.filter(({ type }) => type === STICKY_NOTE).map(({ parameters }) => `${parameters.content}`);

/** The start and the end of each connection. */
const linksOf = ({ connections }: WorkflowFile): Array<[from: string, to: string]> =>
	Object.entries(connections).flatMap(([from, outputs]) =>
		Object.values(outputs)
			.flat(2)
			.flatMap((link) => (link ? [[from, link.node] satisfies [string, string]] : [])),
	);

describe('the example workflows', () => {
	it('contain only what n8n exports, and nothing about the n8n that exported them', () => {
		expect(examples.length).toBeGreaterThan(6);
		for (const { file, settings, ...rest } of examples) {
			expect([file, Object.keys(rest).sort()]).toEqual([file, PARTS]);
			expect([file, settings]).toEqual([file, { executionOrder: 'v1' }]);
		}
	});

	it('have unique names of nodes and workflows', () => {
		const workflows = examples.map(({ name }) => name);
		const ids = examples.flatMap(({ nodes }) => nodes.map(({ id }) => id));
		for (const names of [workflows, ids, ...examples.map(namesOf)]) {
			expect(names).toEqual([...new Set(names)]);
		}
	});

	it('have the name of their link in the README', async () => {
		const readme = await readFile('README.md', 'utf8');
		const links = [...readme.matchAll(/\[([^\]]+)\]\(examples\/([\w-]+)\.json\)/g)];
		const named = examples.map(({ file, name }) => [name, file]);
		expect(links.map(([, name, file]) => [name, file]).sort()).toEqual(named.sort());
	});

	it('use the nodes of this package with valid parameters and a credential', () => {
		const problems = problemsOf(({ file, nodes }) => {
			const ours = nodes.filter(({ type }) => type.startsWith(PACKAGE));
			const isUsed = ours.length > 0 || WITHOUT_OUR_NODES.includes(file);
			return isUsed ? ours.flatMap((node) => problemsOfNode(node, descriptions)) : ['none is used'];
		});
		expect(problems).toEqual([]);
	});

	it('connect, pin and mention only existing nodes', () => {
		const workflows = examples.map(({ name }) => name);
		const mentioned = (workflow: WorkflowFile) => {
			const references = JSON.stringify(workflow.nodes).matchAll(/\$\('(.+?)'\)/g);
			const inNotes = notesOf(workflow).flatMap((note) => [
				...note.matchAll(/(?<!\*)\*([^*]+)\*/g),
			]);
			return [...references, ...inNotes].map(([, name = '']) => name);
		};
		const unknown = (workflow: WorkflowFile) => {
			const known = [...namesOf(workflow), ...workflows];
			const pinned = Object.keys(workflow.pinData ?? {});
			const used = [...linksOf(workflow).flat(), ...pinned, ...mentioned(workflow)];
			return used.filter((name) => !known.includes(name));
		};
		expect(problemsOf(unknown)).toEqual([]);
	});

	it('connect all nodes', () => {
		const loose = (workflow: WorkflowFile) => {
			const linked = linksOf(workflow).flat();
			const nodes = workflow.nodes.filter(({ type }) => type !== STICKY_NOTE);
			return nodes.map(({ name }) => name).filter((name) => !linked.includes(name));
		};
		expect(problemsOf(loose)).toEqual([]);
	});

	it('explain in a note what they do and what to change', () => {
		for (const example of examples) {
			const [note = ''] = notesOf(example);
			const [heading, gives, , toDo, first] = note.split('\n');
			expect([heading, toDo]).toEqual([`## ${example.name}`, '**Make it yours**']);
			expect(gives).toMatch(/\w+ \w+/);
			expect(first).toMatch(/^1\. /);
			expect(note).toMatch(/DocScore credential/);
		}
	});

	it('contain no real addresses', () => {
		const foreign = (workflow: WorkflowFile) => {
			const text = JSON.stringify(workflow);
			const addresses = [...text.matchAll(/(?:@|https?:\/\/)([a-z][\w-]*\.[\w.-]*\w)/g)];
			const hosts = addresses.map(([, host = '']) => host);
			return hosts.filter((host) => !/(^|\.)example\.com$/.test(host));
		};
		expect(problemsOf(foreign)).toEqual([]);
	});
});
