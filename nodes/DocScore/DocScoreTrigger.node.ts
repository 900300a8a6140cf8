import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { toPollError } from './engine/errors';
import { CREDENTIAL } from './engine/http';
import { Input } from './engine/input';
import { readOutput } from './fields/output';
import { settle } from './service/settle';
import { properties, readSettings } from './trigger/parameters';
import { pollRuns, sampleRuns } from './trigger/pollRuns';
import { subtitle } from './trigger/subtitle';

export class DocScoreTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'DocScore Trigger',
		name: 'docScoreTrigger',
		icon: { light: 'file:../../icons/docscore.svg', dark: 'file:../../icons/docscore.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		// The nodes panel shows the node and its trigger as one entry, with this for both.
		description:
			'Extract data from images and PDFs, score recorded calls, and start workflows when extractions finish',
		defaults: { name: 'DocScore Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		properties,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const polled = await settle(pollItems(this));
		if (!polled.ok) throw toPollError(this.getNode(), polled.error);
		return polled.value.length > 0 ? [polled.value] : null;
	}
}

/** All parameters are read before the poll, since none of the runs that it gives may be lost. */
async function pollItems(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const input = new Input(properties, (name) => context.getNodeParameter(name, null));
	const output = readOutput(input);
	const settings = readSettings(input);
	const read = context.getMode() === 'manual' ? sampleRuns : pollRuns;
	const runs = await read(context, settings);
	return runs.flatMap(output);
}
