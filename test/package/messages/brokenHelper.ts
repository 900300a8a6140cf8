import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node';

const { description, execute } = new DocScore();

/** The node in an n8n whose HTTP helper gives this answer. */
export const withAnswer = (answer: () => Promise<unknown>): INodeType => ({
	description,
	async execute(this: IExecuteFunctions) {
		const helpers = { ...this.helpers, httpRequestWithAuthentication: answer };
		const context = Object.create(this, { helpers: { value: helpers } });
		return (await execute?.call(context)) ?? [];
	},
});

/** Another node that sends a request to this URL with the credential. */
export const requesting = (url: string): INodeType => ({
	description,
	async execute(this: IExecuteFunctions) {
		await this.helpers.httpRequestWithAuthentication.call(this, 'docScoreApi', { url });
		return [[]];
	},
});
