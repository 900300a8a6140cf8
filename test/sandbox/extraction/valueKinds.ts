export type ValueKind = 'amount' | 'date' | 'email' | 'iban' | 'number' | 'text';

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\.?';

const patterns: Record<ValueKind, RegExp> = {
	// 1,234.50 or 1.234,50 or 17, but not the 19 of "19 %"
	amount: /-?(?:\d{1,3}(?:[.,'\u00a0]\d{3})+|\d+)(?:[.,]\d{2})?(?![\d.,]*\d|\s*%)/,
	date: new RegExp(
		`\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{1,2}[ -]${month}[ -]\\d{4}|${month} \\d{1,2},? \\d{4}`,
		'i',
	),
	email: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/,
	iban: /\b[A-Z]{2}\d{2} ?[A-Z0-9]{4}(?: ?\d{4}){2,6}(?: ?\d{1,3}\b)?/,
	// A word that contains a digit, like an invoice number: 4711, INV-2025/17
	number: /[A-Za-z0-9-]*\d[\w/.-]*(?<![.-])/,
	text: /[^\t]*\S/,
};

export const kindNames: Record<ValueKind, string> = {
	amount: 'an amount',
	date: 'a date',
	email: 'an email address',
	iban: 'an IBAN',
	number: 'a number',
	text: 'a text',
};

/** The first value of this kind in the text. */
export function findValue(kind: ValueKind, text: string): string | null {
	const found = patterns[kind].exec(text)?.[0].trim();
	if (found === undefined || found === '') return null;
	return kind === 'iban' ? found.replaceAll(' ', '') : found;
}
