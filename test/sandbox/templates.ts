import { randomUUID } from 'crypto';

export interface Template {
	id: string;
	org_id: string;
	name: string;
	evaluation_schema: Record<string, string>;
}

/** The templates that every sandbox has. Their IDs never change. */
export const seededTemplates = {
	invoice: '5f0c1f6e-3f52-4a57-9d3e-1b6a7c2d8e01',
	receipt: '5f0c1f6e-3f52-4a57-9d3e-1b6a7c2d8e02',
	lineItems: '5f0c1f6e-3f52-4a57-9d3e-1b6a7c2d8e03',
};

const invoiceFields = {
	supplier: 'The text after "Supplier"',
	customer: 'The text after "Customer"',
	invoice_number: 'The number after "Invoice No"',
	invoice_date: 'The date after "Invoice date"',
	due_date: 'The date after "Due date"',
	net_amount: 'The amount after "Net amount"',
	vat_amount: 'The amount after "VAT"',
	total_amount: 'The amount after "Total due"',
	iban: 'The IBAN',
	contact_email: 'The email address',
	purchase_order: 'The number after "Purchase order"',
};

/** The instruction for the table is the one in docs/tables.md. */
const lineItemFields = {
	...invoiceFields,
	line_items:
		'Give all line items as a JSON list of lists, without any other text. The first list holds the names of the columns: "item", "quantity", "price", "amount". Each other list is one line item, with a value for each column, in the same order, written as in the document. Use null for an empty cell. Leave out subtotals and totals.',
};

const receiptFields = {
	merchant: 'The text after "Store"',
	receipt_number: 'The number after "Receipt No"',
	purchase_date: 'The date after "Date"',
	total_amount: 'The amount after "Total"',
	vat_amount: 'The amount after "VAT"',
	payment_method: 'The text after "Paid by"',
};

export class Templates {
	private readonly byId = new Map<string, Template>();

	constructor() {
		this.put(seededTemplates.invoice, 'Invoice', invoiceFields);
		this.put(seededTemplates.receipt, 'Receipt', receiptFields);
		this.put(seededTemplates.lineItems, 'Invoice with line items', lineItemFields);
	}

	get(id: string): Template | undefined {
		return this.byId.get(id.toLowerCase());
	}

	add(name: string, evaluationSchema: Record<string, string>): string {
		const id = randomUUID();
		this.put(id, name, evaluationSchema);
		return id;
	}

	private put(id: string, name: string, evaluationSchema: Record<string, string>): void {
		const template = { id, org_id: 'org_sandbox', name, evaluation_schema: evaluationSchema };
		this.byId.set(id, template);
	}
}
