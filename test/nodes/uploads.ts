import { createHash } from 'crypto';
import type { INodeExecutionData } from 'n8n-workflow';

/** What tests of uploads have in common. */
export const upload = (more = {}) => ({
	resource: 'recording',
	operation: 'upload',
	is_inbound: 'inbound',
	languageCode: 'en',
	...more,
});

export const sha256 = (content: Buffer): string =>
	createHash('sha256').update(content).digest('hex');

/** An item that carries a file as n8n keeps it in memory. */
export const withFile = (content: Buffer, fileName?: string): INodeExecutionData => ({
	json: { call: fileName ?? 'call' },
	binary: {
		data: {
			data: content.toString('base64'),
			mimeType: 'audio/x-any',
			fileName,
			bytes: content.length,
		},
	},
});
