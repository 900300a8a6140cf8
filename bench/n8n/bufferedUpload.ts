import FormData from 'form-data';
import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

/** Uploads like most nodes: reads the file into a buffer and puts the buffer into a form of form-data. */
export class BufferedUpload implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Buffered Upload',
		name: 'bufferedUpload',
		group: ['output'],
		version: 1,
		description: 'Uploads a file from a buffer',
		defaults: { name: 'Buffered Upload' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'docScoreApi', required: true }],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { baseUrl } = await this.getCredentials('docScoreApi');
		const output: INodeExecutionData[] = [];
		for (const item of this.getInputData().keys()) {
			const file = this.helpers.assertBinaryData(item, 'data');
			const body = new FormData();
			const options = { filename: file.fileName, contentType: file.mimeType };
			body.append('file', await this.helpers.getBinaryDataBuffer(item, 'data'), options);
			const json = await this.helpers.httpRequestWithAuthentication.call(this, 'docScoreApi', {
				method: 'POST',
				url: `${String(baseUrl)}/scoring/submitRecording`,
				body,
			});
			output.push({ json, pairedItem: { item } });
		}
		return [output];
	}
}
