import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { toPollError } from './engine/errors';
import { CREDENTIAL } from './engine/http/credential';
import { Input } from './engine/input/input';
import { parametersOf } from './engine/input/parameters';
import { splitByOutput } from './engine/nodeOutputs';
import { weakMemoize } from './engine/weakMemoize';
import { readNeedsDetails, readOutput } from './fields/runOutput';
import { OUTPUTS } from './fields/review';
import { SeenFields } from './fields/unknownFields';
import { listSearch } from './methods/listSearch';
import { loadOptions } from './methods/loadOptions';
import { toResult } from './service/result';
import { builderHint } from './trigger/builderHint';
import { GIVEN_MS } from './trigger/memory/pollTime';
import { properties, readSettings, subtitle } from './trigger/parameters';
import { memoryOf, pollRuns, sampleRuns } from './trigger/pollRuns';

export class DocScoreTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'DocScore Trigger',
		name: 'docScoreTrigger',
		icon: { light: 'file:../../icons/docscore.svg', dark: 'file:../../icons/docscore.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		// The nodes panel shows the node and its trigger as one entry, with this text.
		description:
			'Extract data from images and PDFs, score recorded calls, and start workflows when extractions finish',
		defaults: { name: 'DocScore Trigger' },
		polling: true,
		builderHint,
		inputs: [],
		outputs: OUTPUTS,
		credentials: [{ name: CREDENTIAL, required: true }],
		properties,
	};

	methods = { listSearch, loadOptions };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const mustReport = isActivation(this);
		const polled = await toResult(pollItems(this));
		if (polled.ok) return polled.value;
		const error = toPollError(this.getNode(), polled.error);
		if (this.getMode() === 'manual') throw error;
		if (memoryOf(this).alarm.failed(error.failure, mustReport)) throw error;
		this.logger.warn(`A poll failed: ${error.message}`, { nodeName: this.getNode().name });
		return null;
	}
}

/** All parameters are read before the poll, so that a wrong one costs no request. */
async function pollItems(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const { parameters } = context.getNode();
	const parameter = parametersOf(parameters, (name) => context.getNodeParameter(name));
	const input = new Input(properties, (name) => parameter(name, 0));
	const options = input.collection('options');
	const seen = new SeenFields();
	const output = await readOutput({ input, options, context, noteFields: seen.add });
	const needsDetails = readNeedsDetails(input, output);
	const settings = { ...readSettings(input), needsDetails };
	const read = context.getMode() === 'manual' ? sampleRuns : pollRuns;
	const items = await read(context, settings, output);
	warnOnce(context, seen);
	return items.length > 0 ? splitByOutput(items, input.flag('review')) : null;
}

const toldIn = weakMemoize<object, Set<string>>(() => new Set());

/** n8n shows no hints of a trigger, so its log has them, once for each set of names. */
function warnOnce(context: IPollFunctions, { unknown, hint }: SeenFields): void {
	const told = toldIn(memoryOf(context));
	const names = unknown.join();
	if (hint === null || told.has(names)) return;
	told.add(names);
	context.logger.warn(hint, { nodeName: context.getNode().name });
}

const polledBefore = new WeakSet<IPollFunctions>();

/**
 * Whether n8n activates the trigger with this poll, the first of its context. n8n's timer polls with
 * the same context. n8n's opt-in scheduler makes one for each poll, and gives it less time.
 */
function isActivation(context: IPollFunctions): boolean {
	const isFirst = !polledBefore.has(context);
	polledBefore.add(context);
	return isFirst && (context.getPollBudgetMs?.() ?? GIVEN_MS) >= GIVEN_MS;
}
