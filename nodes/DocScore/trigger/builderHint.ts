import type { IBuilderHint } from 'n8n-workflow';

/** Advice about the trigger for n8n's AI builder; older releases ignore it. */
export const builderHint: IBuilderHint = {
	searchHint:
		'Starts when DocScore has finished reading documents: one item for each run that completed or failed, with its fields. ' +
		'Use it for documents that are submitted elsewhere, or by another workflow. ' +
		'Do not use it to wait for a document that this workflow submits: run: submitAndWait of DocScore does that. ' +
		'With review: true it has two outputs: output 0 is Done, output 1 is Review.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-docscore.docScore',
			relationHint:
				'Downloads the files of a finished run: run: downloadFiles with the "id" of the item',
		},
	],
};
