import { createHash } from 'crypto';
import type { INodeExecutionData } from 'n8n-workflow';

/** Shared by tests of uploads. */
export const upload = (more = {}) => ({
	resource: 'recording',
	operation: 'upload',
	is_inbound: 'inbound',
	languageCode: 'en',
	...more,
});

export const sha256 = (content: Buffer): string =>
	createHash('sha256').update(content).digest('hex');

/** An item with a file, stored in memory as by n8n. */
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
