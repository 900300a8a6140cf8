import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { nodeProperties, subtitleOf } from './engine/operation';
import { runItems } from './engine/runItems';
import { OUTPUTS } from './fields/review';
import { testDocScoreApi } from './methods/credentialTest';
import { listSearch } from './methods/listSearch';
import { loadOptions } from './methods/loadOptions';
import { findOperation, resources } from './resources';
import { builderHint } from './resources/builderHint';

export class DocScore implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'DocScore',
		name: 'docScore',
		icon: { light: 'file:../../icons/docscore.svg', dark: 'file:../../icons/docscore.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Extract data from images and PDFs, and score recorded calls',
		defaults: { name: 'DocScore' },
		usableAsTool: true,
		builderHint,
		inputs: [NodeConnectionTypes.Main],
		outputs: OUTPUTS,
		credentials: [{ name: 'docScoreApi', required: true, testedBy: 'testDocScoreApi' }],
		properties: nodeProperties(resources),
	};

	methods = { credentialTest: { testDocScoreApi }, listSearch, loadOptions };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, findOperation);
	}
}
