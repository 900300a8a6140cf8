import type { Invoice } from './invoicePdf';

/** An invoice with twelve line items and correct sums. */
export const TWELVE_ITEMS: Invoice = {
	number: 'NB-2025-0214',
	date: '2025-05-06',
	dueDate: '2025-06-05',
	customer: 'Lindgren & Vale Architects',
	lines: [
		{ text: 'Copy paper A4, 500 sheets', quantity: 40, price: 4.85 },
		{ text: 'Copy paper A3, 500 sheets', quantity: 12, price: 9.9 },
		{ text: 'Desk lamp, adjustable', quantity: 6, price: 39.5 },
		{ text: 'Toner cartridge, black', quantity: 8, price: 94.2 },
		{ text: 'Toner cartridge, colour', quantity: 4, price: 118.75 },
		{ text: 'Standing desk, 160 x 80 cm', quantity: 3, price: 1249 },
		{ text: 'Office chair, grey', quantity: 3, price: 418.6 },
		{ text: 'Whiteboard; 120 x 90 cm', quantity: 2, price: 86.45 },
		{ text: 'Ring binder, blue', quantity: 60, price: 2.15 },
		{ text: 'Archive box', quantity: 100, price: 1.39 },
		{ text: 'Ballpoint pen, "fine"', quantity: 250, price: 0.42 },
		{ text: 'Delivery', quantity: 1, price: 24.9 },
	],
};

/** The same invoice with two digits of its net amount swapped. */
export const WRONG_SUM: Invoice = { ...TWELVE_ITEMS, number: 'NB-2025-0215', statedNet: 7_325 };
