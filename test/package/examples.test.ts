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

/** Whether connections lead from one node to another. If so, a link back closes a loop. */
function leadsTo(links: Array<[string, string]>, from: string, to: string): boolean {
	const reached = new Set([from]);
	// A loop over a set includes values that are added meanwhile.
	for (const name of reached) {
		for (const [start, end] of links) if (start === name) reached.add(end);
	}
	return reached.has(to);
}

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

	it('connect all nodes and arrange them from left to right', () => {
		const untidy = (workflow: WorkflowFile) => {
			const at = new Map(workflow.nodes.map(({ name, position }) => [name, position]));
			const links = linksOf(workflow);
			const loose = workflow.nodes.filter(
				({ name, type }) => type !== STICKY_NOTE && !links.some((link) => link.includes(name)),
			);
			const turned = links.filter(([from, to]) => {
				if (leadsTo(links, to, from)) return false;
				const [[x = 0, y = 0] = [], [toX = 0, toY = 0] = []] = [at.get(from), at.get(to)];
				// Nodes that serve an agent are below it.
				return toX <= x && toY >= y;
			});
			const places = workflow.nodes.map(({ position }) => position.join());
			const onTop = places.filter((place, index) => places.indexOf(place) !== index);
			return [...loose.map(({ name }) => name), ...turned.map(String), ...onTop];
		};
		expect(problemsOf(untidy)).toEqual([]);
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
