import type { IBuilderHint } from 'n8n-workflow';

const ONE_ROW_EACH = `<patterns>
<pattern title="Each attachment becomes a row">
const eachFile = node({
  type: 'n8n-nodes-base.splitOut',
  version: 1,
  config: {
    name: 'One Item per Attachment',
    parameters: { fieldToSplitOut: '$binary', include: 'noOtherFields' }
  }
});
const readInvoice = node({
  type: 'n8n-nodes-docscore.docScore',
  version: 1,
  config: {
    name: 'Read Invoice',
    parameters: {
      resource: 'run',
      operation: 'submitAndWait',
      filesFrom: 'input',
      binaryPropertyNames: '*',
      extraction_template_id: { __rl: true, mode: 'id', value: placeholder('Template ID') },
      output: 'fieldsOnly',
      options: { deduplicateByContent: true }
    },
    credentials: { docScoreApi: newCredential('DocScore') }
  }
});
// readInvoice gives a flat item for each document, such as { invoice_number, total_amount }
</pattern>
</patterns>`;

const DONE_AND_REVIEW = `<patterns>
<pattern title="Two outputs: output 0 is Done, output 1 is Review. Only with options.secondOutput">
// parameters: { ..., fieldRules: { rules: [{ field: { __rl: true, mode: 'name', value: 'total_amount' }, required: true, convertTo: 'number' }] }, options: { secondOutput: 'issuesAndFailed' } }
workflow.add(readInvoice.output(0).to(putInTable)).add(readInvoice.output(1).to(askPerson));
</pattern>
</patterns>`;

/** Advice about the node for n8n's AI builder; older releases ignore it. */
export const builderHint: IBuilderHint = {
	searchHint:
		'Reads invoices, receipts, contracts, forms and other PDF or image files into fields, and uploads recorded calls for scoring. ' +
		'For documents use run: submitAndWait with output "fieldsOnly": each document gives one flat item, ready for a table or sheet. ' +
		'All files of one input item are one document, so make one item for each document first. ' +
		'The template, made in the DocScore dashboard, sets the fields; ask the user for its ID. ' +
		'For files of an e-mail, form or drive set filesFrom to "input"; do not extract their text first. ' +
		'Scores of recorded calls show in the dashboard only.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-docscore.docScoreTrigger',
			relationHint:
				'Starts a workflow when a document has finished, even if someone else submitted it',
		},
		{
			nodeType: 'n8n-nodes-base.splitOut',
			relationHint: 'Makes one item for each attachment: fieldToSplitOut "$binary"',
		},
		{
			nodeType: 'n8n-nodes-base.dataTable',
			relationHint: 'Takes the items of output "fieldsOnly" as rows',
		},
	],
	extraTypeDefContent: [
		{
			content: ONE_ROW_EACH,
			displayOptions: { show: { resource: ['run'], operation: ['submitAndWait'] } },
		},
		{
			content: DONE_AND_REVIEW,
			displayOptions: {
				show: { resource: ['run'], operation: ['submitAndWait', 'wait', 'get', 'getAll'] },
			},
		},
	],
};
