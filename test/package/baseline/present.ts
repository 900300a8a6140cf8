import { DocScoreApi } from '../../../credentials/DocScoreApi.credentials.ts';
import { DocScore } from '../../../nodes/DocScore/DocScore.node.ts';
import { DocScoreTrigger } from '../../../nodes/DocScore/DocScoreTrigger.node.ts';
import { readPreview } from '../../harness/package/previews';
import { type Part, partsOf, partsOfNode } from './form';

const NODES = [new DocScore(), new DocScoreTrigger()];

/** The form as it is in the sources: nodes, credential and the fields of the outputs. */
export async function presentParts(): Promise<Part[]> {
	const { name, properties } = new DocScoreApi();
	const at = `credential ${name}`;
	const ofNodes = NODES.map(partsOfNode);
	const ofOutputs = await Promise.all(ofNodes.flatMap(placesWithOutput).map(partsOfOutput));
	return [
		...ofNodes.flat(),
		{ at, type: 'credential type' },
		...partsOf(at, properties),
		...ofOutputs.flat(),
	];
}

/** The operations, or the node if it has none. */
function placesWithOutput(parts: Part[]): string[] {
	const operations = parts.filter(({ type }) => type === 'operation');
	const nodes = parts.filter(({ type }) => type === 'node');
	return (operations.length > 0 ? operations : nodes).map(({ at }) => at);
}

/** The fields that n8n shows before the first run. Other outputs than the default have no preview. */
async function partsOfOutput(at: string): Promise<Part[]> {
	const [node = '', ...chosen] = at.split(' > ');
	const [, version] = node.split(' ');
	const fields = [...(await readPreview(`v${version}.0.0`, ...chosen))];
	return fields.map(([path, types]) => ({
		at: `${at} > $json${path}`,
		type: [...types].join(' or '),
	}));
}
