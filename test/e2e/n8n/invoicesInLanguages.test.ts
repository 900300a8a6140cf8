import { nodeOf } from '../../harness/n8n/nodeOf';
import { unicodePdf } from '../../sandbox/samples/unicodePdf';
import { DataTable } from '../harness/dataTable';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('invoices-in-languages');

/** The labels and values of number, date and total as an invoice in the language has them. */
const INVOICES = {
	German: [
		['Rechnungsnummer', 'RE-2025-17'],
		['Rechnungsdatum', '14. März 2025'],
		['Gesamtbetrag', '1.234,56 €'],
	],
	French: [
		['Numéro de facture', 'F-118'],
		['Date de facturation', '14 mars 2025'],
		['Montant total', '1\u202f234,56 €'],
	],
	Polish: [
		['Numer faktury', 'FV/17/2025'],
		['Data wystawienia', '14 marca 2025 r.'],
		['Do zapłaty', '1\u00a0234,56 zł'],
	],
	Hindi: [
		['चालान संख्या', 'IN-17'],
		['दिनांक', '14 मार्च 2025'],
		['कुल राशि', '₹1,23,456.50'],
	],
	Japanese: [
		['請求書番号', 'JP-17'],
		['発行日', '2025年3月14日'],
		['合計金額', '￥123,456'],
	],
	Arabic: [
		['رقم الفاتورة', 'AR-17'],
		['تاريخ الفاتورة', '١٤ مارس ٢٠٢٥'],
		['المبلغ الإجمالي', '١٬٢٣٤٫٥٠'],
	],
} satisfies Record<string, Array<[label: string, value: string]>>;

const TOTALS = [1234.56, 1234.56, 1234.56, 123456.5, 123456, 1234.5];

it('invoices in six languages become rows, with rules that only detect', async () => {
	const { n8n, sandbox } = e2e;
	const items = [];
	for (const [language, lines] of Object.entries(INVOICES)) {
		const names = ['invoice_number', 'invoice_date', 'total_amount'];
		const instructions = lines.map(([label], at) => [names[at], `The text after "${label}"`]);
		const template = await sandbox.control.addTemplate(language, Object.fromEntries(instructions));
		const content = unicodePdf(lines).toString('base64');
		const url = await sandbox.control.putFile(`${language}.pdf`, content, 'application/pdf');
		items.push({ json: { url, template } });
	}
	const start = nodeOf('Start', 'n8n-nodes-base.manualTrigger');
	const table = await DataTable.create(n8n.api, `Invoices ${Date.now()}`, {
		invoice_number: 'string',
		invoice_date: 'string',
		total_amount: 'number',
		issues: 'string',
	});
	const read = nodeOf('Read', 'n8n-nodes-docscore.docScore', {
		parameters: {
			operation: 'submitAndWait',
			file_urls: '={{ $json.url }}',
			extraction_template_id: '={{ $json.template }}',
			output: 'fieldsOnly',
			fieldRules: {
				rules: [
					{ field: { __rl: true, mode: 'name', value: 'invoice_date' }, convertTo: 'date' },
					{ field: { __rl: true, mode: 'name', value: 'total_amount' }, convertTo: 'number' },
				],
			},
		},
		credentials: e2e.credentials,
	});
	const insert = table.insert('Insert');
	const to = (name: string) => ({ main: [[{ node: name, type: 'main' as const, index: 0 }]] });
	const workflow = await n8n.api.importWorkflow({
		name: 'Invoices in languages',
		nodes: [start, read, insert],
		connections: { Start: to('Read'), Read: to('Insert') },
		pinData: { Start: items },
	});
	const execution = await n8n.api.run(workflow);
	expect([execution.status, execution.error]).toEqual(['success', null]);
	expect(await table.rows()).toEqual(
		Object.values(INVOICES).map(([number], at) => ({
			invoice_number: number?.[1],
			invoice_date: '2025-03-14',
			total_amount: TOTALS[at],
			issues: '',
		})),
	);
});
