import type { IBuilderHint } from 'n8n-workflow';

const TEMPLATE =
	"extraction_template_id: { __rl: true, mode: 'id', value: placeholder('Template ID') }";

const ONE_ROW_EACH = `<patterns>
<pattern title="Each attachment becomes a row">
// start is the trigger. An e-mail trigger (IMAP) needs format 'resolved' to give all attachments.
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
      ${TEMPLATE},
      output: 'fieldsOnly',
      options: {
        // Fields of the template; the table has a column for each.
        fieldsToOutput: ['supplier', 'invoice_number', 'total_amount'],
        deduplication: { setting: { by: 'content' } }
      }
    },
    credentials: { docScoreApi: newCredential('DocScore') }
  }
});
// readInvoice gives a flat item for each document: { supplier, invoice_number, total_amount }
const putInTable = node({
  type: 'n8n-nodes-base.dataTable',
  version: 1.1,
  config: {
    name: 'Put in Table',
    parameters: {
      resource: 'row',
      operation: 'insert',
      dataTableId: { __rl: true, mode: 'name', value: 'Invoices' },
      columns: { mappingMode: 'autoMapInputData', value: null, schema: [] }
    }
  }
});
export default workflow('invoices', 'Invoices').add(start).to(eachFile).to(readInvoice).to(putInTable);
</pattern>
</patterns>`;

/** What each operation with Review needs besides, as code. */
const INPUT_OF: Record<string, string> = {
	submitAndWait: `filesFrom: 'input',\n      binaryPropertyNames: '*',\n      ${TEMPLATE}`,
	wait: "runId: { __rl: true, mode: 'id', value: expr('{{ $json.id }}') }",
	get: "runId: { __rl: true, mode: 'id', value: expr('{{ $json.id }}') }",
	getAll: 'returnAll: true',
};

const doneAndReview = (operation: string, input: string): string => `<patterns>
<pattern title="Two outputs: output 0 is Done, output 1 is Review. Only with review: true">
// start is what comes before this node.
const check = node({
  type: 'n8n-nodes-docscore.docScore',
  version: 1,
  config: {
    name: 'Check Fields',
    parameters: {
      resource: 'run',
      operation: '${operation}',
      ${input},
      output: 'fieldsOnly',
      fieldRules: {
        rules: [
          {
            field: { __rl: true, mode: 'name', value: 'total_amount' },
            required: true,
            convertTo: 'number'
          }
        ]
      },
      review: true
    },
    credentials: { docScoreApi: newCredential('DocScore') }
  }
});
// Replace these two by what takes good documents, such as a table, and by what asks a person.
const done = node({ type: 'n8n-nodes-base.noOp', version: 1, config: { name: 'Done' } });
const review = node({ type: 'n8n-nodes-base.noOp', version: 1, config: { name: 'Review' } });
export default workflow('checked', 'Checked Documents')
  .add(start)
  .to(check)
  .add(check.output(0).to(done))
  .add(check.output(1).to(review));
</pattern>
</patterns>`;

/**
 * Advice about the node for n8n's AI builder; older releases ignore it. Its `outputs` are keyed by
 * the kind of connection, so they cannot tell Done from Review: the texts number them.
 */
export const builderHint: IBuilderHint = {
	searchHint:
		'Reads invoices, receipts, contracts, forms and other PDF or image files into fields, and uploads recorded calls for scoring. ' +
		'For documents use run: submitAndWait with output "fieldsOnly": each document gives one flat item, ready for a table or sheet. ' +
		'All files of one input item are one document. If each file is a document, set severalFiles to "documentEach" with filesFrom "input"; for URLs make one item for each document first. ' +
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
		...Object.entries(INPUT_OF).map(([operation, input]) => ({
			content: doneAndReview(operation, input),
			displayOptions: { show: { resource: ['run'], operation: [operation] } },
		})),
	],
};
