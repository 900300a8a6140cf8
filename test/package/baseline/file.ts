import type { INode } from 'n8n-workflow';
import { loadExamples } from '../../e2e/harness/examples';
import { join, process, readFile, writeFile } from '../../node';
import { PACKAGE } from '../savedNode';
import type { Part } from './form';

/** The form of the last release, and the nodes of its examples as they were saved. */
export interface Baseline {
	version: string;
	parts: Part[];
	saved: Saved[];
}

type SavedNode = Pick<INode, 'name' | 'type' | 'typeVersion' | 'parameters' | 'credentials'>;

/** A node of an example, as far as it is about the form. */
interface Saved extends SavedNode {
	example: string;
}

const FILE = join(process.cwd(), 'test', 'package', 'baseline', 'form.json');

export const readBaseline = async (): Promise<Baseline> => JSON.parse(await readFile(FILE, 'utf8'));

/** With a part or a node on each line, so that changes can be read. */
export async function writeBaseline({ version, parts, saved }: Baseline): Promise<void> {
	const linesOf = (list: unknown[]) => list.map((each) => `\n\t\t${JSON.stringify(each)}`).join();
	const body = [
		`"version": ${JSON.stringify(version)}`,
		`"parts": [${linesOf(parts)}\n\t]`,
		`"saved": [${linesOf(saved)}\n\t]`,
	];
	await writeFile(FILE, `{\n\t${body.join(',\n\t')}\n}\n`);
}

/** The nodes of this package in the present examples. */
export async function nodesOfExamples(): Promise<Saved[]> {
	return (await loadExamples()).flatMap(({ file: example, nodes }) =>
		nodes
			.filter(({ type }) => type.startsWith(PACKAGE))
			.map(({ name, type, typeVersion, parameters, credentials }) => {
				return { example, name, type, typeVersion, parameters, credentials };
			}),
	);
}
